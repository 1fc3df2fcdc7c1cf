//! Where a sweep can go: lines, tracks, and the closed ways on them.

use crate::board::{Board, Hole, JumpNumber};

/// Three holes in a line, which two jumps lead along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// The lesser number of its jumps.
    pub(super) jump: JumpNumber,
    /// The holes that a peg goes between.
    pub(super) ends: [Hole; 2],
    /// The hole that it leaps over.
    pub(super) over: Hole,
}

/// The holes that the jumps of one peg connect, and the lines between them.
///
/// All have the same parity of row and column, so no line of a track leaps over a hole of
/// it, and two over the same hole only where jumps across corners are allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Track {
    pub(super) holes: Vec<Hole>,
    /// Places in the list of lines.
    pub(super) lines: Vec<usize>,
}

impl Track {
    /// Whether its closed ways are few enough to be listed. A track is connected, so that
    /// each line beyond a tree of its holes closes one way, and the others are sums of these.
    pub(super) fn has_few_closed_ways(&self) -> bool {
        self.lines.len() < self.holes.len() + MOST_INDEPENDENT
    }
}

/// Every line of the board.
pub(super) fn lines(board: &Board) -> Vec<Line> {
    let jumps = board.numbered_jumps();
    let lines = jumps.filter_map(|(number, jump)| {
        let ends = [jump.from, jump.to];
        (number < board.back(number)).then_some(Line {
            jump: number,
            ends,
            over: jump.over,
        })
    });
    lines.collect()
}

/// Pairs of lines of one track that leap over the same hole; `over` has the lines over each.
pub(super) fn crossing(lines: &[Line], tracks: &[Track], over: &[Vec<usize>]) -> Vec<[usize; 2]> {
    let mut track_of = vec![0; over.len()];
    for (number, track) in tracks.iter().enumerate() {
        track.holes.iter().for_each(|&hole| track_of[hole] = number);
    }
    let track = |line: usize| track_of[lines[line].ends[0]];
    let mut pairs = Vec::new();
    for over in over {
        for (place, &line) in over.iter().enumerate() {
            let others = over[place + 1..].iter();
            let others = others.filter(|&&other| track(other) == track(line));
            pairs.extend(others.map(|&other| [line, other]));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The tracks; holes that no peg jumps from or to are on none.
pub(super) fn tracks(n_holes: usize, lines: &[Line]) -> Vec<Track> {
    let mut at = vec![Vec::new(); n_holes];
    for (number, line) in lines.iter().enumerate() {
        line.ends.iter().for_each(|&end| at[end].push(number));
    }
    let mut is_on_one = vec![false; n_holes];
    let mut tracks = Vec::new();
    for first in 0..n_holes {
        if at[first].is_empty() || std::mem::replace(&mut is_on_one[first], true) {
            continue;
        }
        let mut track = Track {
            holes: vec![first],
            ..Track::default()
        };
        let mut next = 0;
        while let Some(&hole) = track.holes.get(next) {
            next += 1;
            for other in at[hole].iter().flat_map(|&line| lines[line].ends) {
                if !std::mem::replace(&mut is_on_one[other], true) {
                    track.holes.push(other);
                }
            }
        }
        track.holes.sort_unstable();
        let inside = |line: &usize| track.holes.binary_search(&lines[*line].ends[0]).is_ok();
        track.lines = (0..lines.len()).filter(inside).collect();
        tracks.push(track);
    }
    tracks
}

/// A connected set of lines of which an even number meets in every hole: what a
/// peg that comes back jumps along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Closed {
    /// Its holes.
    pub(super) holes: Vec<Hole>,
    /// Its lines, as places in the list of lines.
    pub(super) lines: Vec<usize>,
    /// The other lines that meet its holes.
    pub(super) leaving: Vec<usize>,
}

/// The most independent closed ways of a track: there are no more than
/// 2^MOST_INDEPENDENT - 1 in all.
const MOST_INDEPENDENT: usize = 10;

/// All closed ways of a track that has few.
pub(super) fn closed(track: &Track, lines: &[Line]) -> Vec<Closed> {
    // A tree that reaches every hole: each line that is not in it closes one way,
    // and sums of these are all that there are.
    let place = |hole: Hole| track.holes.partition_point(|&other| other < hole);
    let mut way: Vec<Option<Vec<usize>>> = vec![None; track.holes.len()];
    way[0] = Some(Vec::new());
    let mut rest = track.lines.clone();
    let mut independent: Vec<Vec<usize>> = Vec::new();
    while !rest.is_empty() {
        let mut later = Vec::new();
        for number in rest {
            let [a, b] = lines[number].ends;
            let (a, b) = (place(a), place(b));
            match (way[a].clone(), way[b].clone()) {
                (None, None) => later.push(number),
                (Some(a), Some(b)) => independent.push(sum(&sum(&a, &b), &[number])),
                (Some(to), None) => way[b] = Some(sum(&to, &[number])),
                (None, Some(to)) => way[a] = Some(sum(&to, &[number])),
            }
        }
        rest = later;
    }
    let mut sums: Vec<Vec<usize>> = vec![Vec::new()];
    for one in &independent {
        let with: Vec<Vec<usize>> = sums.iter().map(|other| sum(other, one)).collect();
        sums.extend(with);
    }
    let is_connected = |set: &Vec<usize>| {
        let own: Vec<Line> = set.iter().map(|&line| lines[line]).collect();
        tracks(lines_end(lines), &own).len() == 1
    };
    let connected = sums.into_iter().filter(is_connected);
    connected.map(|set| closed_way(set, lines)).collect()
}

/// A connected set of lines with its holes, and the other lines that meet these.
pub(super) fn closed_way(set: Vec<usize>, lines: &[Line]) -> Closed {
    let mut holes: Vec<Hole> = set.iter().flat_map(|&line| lines[line].ends).collect();
    holes.sort_unstable();
    holes.dedup();
    let meets = |line: &usize| {
        let mut ends = lines[*line].ends.iter();
        ends.any(|end| holes.contains(end)) && !set.contains(line)
    };
    Closed {
        leaving: (0..lines.len()).filter(meets).collect(),
        holes,
        lines: set,
    }
}

/// One more than the last hole of a line.
fn lines_end(lines: &[Line]) -> usize {
    let ends = lines.iter().flat_map(|line| line.ends);
    ends.max().map_or(0, |hole| hole + 1)
}

/// What is in one of the sets, and not in both.
fn sum(a: &[usize], b: &[usize]) -> Vec<usize> {
    let alone = |&&x: &&usize, other: &[usize]| !other.contains(&x);
    let mut sum: Vec<usize> = a.iter().filter(|x| alone(x, b)).copied().collect();
    sum.extend(b.iter().filter(|x| alone(x, a)));
    sum
}
