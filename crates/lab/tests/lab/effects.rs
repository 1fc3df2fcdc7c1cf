//! Effects of one method against another, by records whose figures can be done by hand.

use pegsat::engine::Outcome;
use pegsat_lab::{
    effects::{Effect, between, effect},
    record::{Reason, Record},
    summary::Group,
};

const LIMIT: f64 = 10.0;

/// A run that took so long; without seconds, one that came to the limit.
fn run(problem: &str, seconds: Option<f64>) -> Record {
    Record {
        problem: problem.into(),
        timeout_seconds: LIMIT,
        outcome: seconds.map_or(Outcome::Unknown, |_| Outcome::Solved),
        wall_seconds: seconds.unwrap_or(LIMIT),
        ..Record::default()
    }
}

fn compared(ours: &[Record], theirs: &[Record]) -> Option<Effect> {
    let group = |label: &str, records| Group {
        label: String::from(label),
        records,
    };
    let (ours, theirs) = (ours.iter().collect(), theirs.iter().collect());
    effect(&group("ours", ours), &group("theirs", theirs))
}

#[test]
fn an_effect_is_that_of_its_problems() {
    // Seconds of both, problem by problem.
    let seconds = [
        (Some(1.0), Some(2.0)),
        (Some(2.0), Some(4.0)),
        (Some(3.0), Some(6.0)),
        (Some(4.0), Some(1.0)),
        (None, None),
        (None, Some(5.0)),
        (Some(1.0), None),
        (Some(3.0), Some(3.0)),
        // Starts of processes are all alike.
        (Some(0.001), Some(0.004)),
    ];
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (number, (our, their)) in seconds.into_iter().enumerate() {
        ours.push(run(&number.to_string(), our));
        theirs.push(run(&number.to_string(), their));
    }
    // A problem of one alone, and one that the other refuses.
    ours.push(run("alone", Some(1.0)));
    ours.push(run("refused", Some(1.0)));
    theirs.push(Record {
        reason: Some(Reason::Refused),
        ..run("refused", None)
    });
    let found = compared(&ours, &theirs).unwrap();
    // 0.1, 0.5, 0.5, 0.5, 1, 1, 2, 4.
    assert!((found.ratio - 0.5_f64.sqrt()).abs() < 1e-12, "{found:?}");
    assert_eq!((found.problems, found.open), (9, 1));
    assert_eq!((found.faster, found.slower), (4, 2));
    assert_eq!(found.limited, (1, 1));
    // 2 · (1 + 6 + 15) / 64.
    assert!((found.p - 0.6875).abs() < 1e-12);
    let (from, to) = found.interval.unwrap();
    assert!(0.1 < from && from < found.ratio && found.ratio < to && to < 4.0);
    let cells = found.cells();
    assert_eq!(cells[..3], ["9", "1", "0.71"]);
    assert_eq!(cells[5..], ["4", "2", "0.688"]);
    assert!(!cells[3].is_empty() && !cells[4].is_empty());

    // Six have an interval, five have none.
    for (number, has_interval) in [(5, false), (6, true)] {
        let of = |seconds| -> Vec<Record> {
            let one = |number: usize| run(&number.to_string(), Some(seconds));
            (0..number).map(one).collect()
        };
        let found = compared(&of(2.0), &of(1.0)).unwrap();
        assert_eq!(found.interval, has_interval.then_some((2.0, 2.0)));
        assert_eq!(found.cells()[3].is_empty(), !has_interval);
    }
    assert_eq!(compared(&[run("a", None)], &[run("a", None)]), None);
    assert_eq!(
        compared(&[run("a", Some(1.0))], &[run("b", Some(1.0))]),
        None
    );
}

#[test]
fn the_word_needs_both_interval_and_test() {
    let of = |interval| Effect {
        problems: 9,
        open: 0,
        ratio: 1.0,
        limited: (0, 0),
        interval,
        faster: 0,
        slower: 0,
        p: 1.0,
    };
    for (interval, p, word) in [
        (Some((1.1, 2.0)), 0.04, "slower"),
        (Some((1.1, 2.0)), 0.05, "open"),
        (Some((1.1, 2.0)), 0.06, "open"),
        (Some((1.0, 2.0)), 0.01, "open"),
        (Some((0.9, 2.0)), 0.01, "open"),
        (Some((0.5, 0.9)), 0.04, "faster"),
        (Some((0.5, 0.9)), 0.05, "open"),
        (Some((0.5, 0.9)), 0.2, "open"),
        (Some((0.5, 1.0)), 0.01, "open"),
        (None, 0.01, "open"),
    ] {
        assert_eq!(of(interval).word(p), word, "{interval:?} {p}");
    }
}

#[test]
fn runs_on_two_problems_are_compared_over_seeds() {
    let runs = |seconds: &[Option<f64>]| -> Vec<Record> {
        seconds.iter().map(|&seconds| run("a", seconds)).collect()
    };
    let found = |ours: &[Record], theirs: &[Record]| {
        let [ours, theirs] = [ours, theirs].map(|runs| runs.iter().collect::<Vec<_>>());
        between(&ours, &theirs)
    };
    let few = runs(&[Some(1.0), Some(2.0), Some(3.0), Some(4.0), None]);
    let many = runs(&[Some(2.0), Some(4.0), Some(6.0), Some(8.0), Some(9.0)]);
    let effect = found(&few, &many).unwrap();
    assert!((effect.ratio - 0.5).abs() < 1e-12);
    assert_eq!((effect.problems, effect.open), (1, 0));
    assert_eq!((effect.faster, effect.slower), (1, 0));
    assert!((effect.p - exact(&few, &many)).abs() < 0.02, "{effect:?}");
    let (from, to) = effect.interval.unwrap();
    assert!(from < 0.5 && 0.5 < to, "{effect:?}");
    let back = found(&many, &few).unwrap();
    assert_eq!((back.faster, back.slower), (0, 1));
    assert!((back.ratio - 2.0).abs() < 1e-12);

    let apart = runs(&[Some(7.0), Some(8.0), Some(8.5), Some(9.0)]);
    let near = runs(&[Some(1.0), Some(1.5), Some(2.0), Some(2.5)]);
    let effect = found(&apart, &near).unwrap();
    assert!((effect.p - 2.0 / 70.0).abs() < 0.01, "{effect:?}");
    assert_eq!(effect.word(effect.p), "slower");

    // Without an answer in one median a limit stands for it (of four runs the median is the second);
    // in neither there is nothing to say.
    let open = runs(&[None, None, None, Some(1.0)]);
    assert!((found(&open, &near).unwrap().ratio - 10.0 / 1.5).abs() < 1e-12);
    assert!((found(&near, &open).unwrap().ratio - 1.5 / 10.0).abs() < 1e-12);
    assert_eq!(found(&open, &open), None);
    assert_eq!(found(&near[..3], &many), None);
    assert_eq!(found(&many, &near[..3]), None);
    // What takes no time is no less than a start of a process.
    let none = runs(&[Some(0.0), Some(0.0), Some(0.0), Some(0.0)]);
    assert!((found(&none, &near).unwrap().ratio - 0.005 / 1.5).abs() < 1e-12);
}

/// The permutation test of ranks, by every way to deal them out.
fn exact(ours: &[Record], theirs: &[Record]) -> f64 {
    let all: Vec<f64> = ours
        .iter()
        .chain(theirs)
        .map(|run| run.wall_seconds)
        .collect();
    let rank = |value: f64| {
        let below = all.iter().filter(|&&other| other < value).count();
        let alike = all.iter().filter(|&&other| other == value).count();
        2 * below + alike + 1 // twice the mean of their ranks
    };
    let expected = ours.len() * (all.len() + 1);
    let sum = |dealt: u32| -> usize {
        let held = (0..all.len()).filter(|place| dealt >> place & 1 == 1);
        held.map(|place| rank(all[place])).sum()
    };
    let seen = sum((1 << ours.len()) - 1).abs_diff(expected);
    let ways = (0_u32..1 << all.len()).filter(|dealt| dealt.count_ones() as usize == ours.len());
    let (mut all_ways, mut as_far) = (0_u32, 0_u32);
    for dealt in ways {
        all_ways += 1;
        as_far += u32::from(sum(dealt).abs_diff(expected) >= seen);
    }
    f64::from(as_far) / f64::from(all_ways)
}
