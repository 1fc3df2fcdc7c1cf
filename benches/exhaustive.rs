//! Exhaustive search of the central game against a plain program: one thread,
//! sorted vectors, the images of every successor by tables, binary search.
//!
//! ```text
//! cargo bench --bench exhaustive
//! ```

use pegsat::{
    board::Board,
    exact::{self, Questions, Watch},
    problem,
};
use std::time::Instant;

fn main() {
    let problem = problem::named("central").expect("a named problem");
    let watch = Watch::new().memory(8 << 30);
    let timed = |what: &str, f: &mut dyn FnMut() -> String| {
        let begin = Instant::now();
        let result = f();
        let seconds = begin.elapsed().as_secs_f64();
        println!("{what:<34} {seconds:>7.2} s  {result}");
        seconds
    };
    let mut plain = Plain::new(problem.board());
    let slow = timed("plain: levels", &mut || {
        let start = problem
            .start()
            .pegs()
            .fold(0, |bits, hole| bits | 1 << hole);
        plain.levels(start).to_string()
    });
    let fast = timed("explore: levels", &mut || {
        exact::levels(&problem, &watch).0.totals().0.to_string()
    });
    println!("{:<34} {:>7.2}", "ratio", slow / fast);
    let goal = problem.board().hole_at((3, 3)).expect("the central hole");
    let slow = timed("plain: count, from its levels", &mut || {
        plain.count(1 << goal).to_string()
    });
    let questions = Questions {
        count: true,
        ..Questions::default()
    };
    let fast = timed("explore: winning and count, whole", &mut || {
        let outlook = exact::outlook(&problem, questions, &watch).expect("no limit");
        outlook.count.expect("it was asked for").to_string()
    });
    println!("{:<34} {:>7.2}", "ratio", slow / fast);
}

struct Plain {
    jumps: Vec<(u64, u64)>,
    /// By symmetry, byte and value.
    tables: Vec<[[u64; 256]; 5]>,
    levels: Vec<Vec<u64>>,
}

impl Plain {
    fn new(board: &Board) -> Self {
        let bit = |hole: usize| 1u64 << hole;
        let jumps = board.jumps().iter();
        let tables = board.symmetries().iter().map(|symmetry| {
            let mut tables = [[0; 256]; 5];
            for (k, table) in tables.iter_mut().enumerate() {
                for (byte, image) in table.iter_mut().enumerate() {
                    let holes = (8 * k..33.min(8 * k + 8)).filter(|h| byte >> (h - 8 * k) & 1 == 1);
                    *image = holes.fold(0, |bits, hole| bits | bit(symmetry[hole]));
                }
            }
            tables
        });
        Plain {
            jumps: jumps
                .map(|jump| (bit(jump.from) | bit(jump.over), bit(jump.to)))
                .collect(),
            tables: tables.collect(),
            levels: Vec::new(),
        }
    }

    fn canonical(&self, position: u64) -> u64 {
        let image = |tables: &[[u64; 256]; 5]| {
            let bytes = tables.iter().enumerate();
            bytes.fold(0, |image, (k, table)| {
                image | table[(position >> (8 * k)) as usize & 255]
            })
        };
        self.tables.iter().map(image).min().unwrap_or(position)
    }

    fn after(&self, position: u64) -> impl Iterator<Item = u64> {
        let jumps = self.jumps.iter();
        let possible = jumps.filter(move |(pegs, hole)| position & (pegs | hole) == *pegs);
        possible.map(move |(pegs, hole)| self.canonical(position ^ (pegs | hole)))
    }

    fn levels(&mut self, start: u64) -> usize {
        let mut level = vec![start];
        while !level.is_empty() {
            let mut next: Vec<u64> = level.iter().flat_map(|&p| self.after(p)).collect();
            next.sort_unstable();
            next.dedup();
            self.levels.push(std::mem::replace(&mut level, next));
        }
        self.levels.iter().map(Vec::len).sum()
    }

    fn count(&self, goal: u64) -> u64 {
        let mut later: Vec<u64> = Vec::new();
        for (number, level) in self.levels.iter().enumerate().rev() {
            let next = self.levels.get(number + 1).map_or(&[][..], Vec::as_slice);
            let of_one = |&position: &u64| {
                let ways = self
                    .after(position)
                    .map(|p| next.binary_search(&p).map_or(0, |place| later[place]));
                u64::from(position == goal) + ways.sum::<u64>()
            };
            later = level.iter().map(of_one).collect();
        }
        later[0]
    }
}
