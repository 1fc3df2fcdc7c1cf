//! Every strategy on graphs by chance and on the puzzles, against the plain way.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is a failed test"
)]

use pegsat::{JumpNumber, Stop, ValueOrder, Watch, exact, problem::named, solution::checker};
use pegsat_puzzles::search::{
    koutack::Koutack,
    pegs::{Estimate, Order, Pegs},
    queens::Queens,
    tenpair::{self, Deals, TenPair},
    *,
};
use proptest::{
    prelude::{prop_assert, prop_assert_eq, proptest},
    strategy::Strategy as Generator,
};
use std::time::Duration;

/// A graph by chance: from each node to some others, at some cost.
#[derive(Debug, Clone)]
struct Graph {
    edges: Vec<Vec<(usize, u32)>>,
    goal: usize,
}

impl Space for Graph {
    type State = usize;
    type Move = (usize, u32);

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.goal
    }

    fn moves(&self, state: &usize, moves: &mut Vec<(usize, u32)>) {
        moves.extend(&self.edges[*state]);
    }

    fn after(&self, _: &usize, step: (usize, u32)) -> usize {
        step.0
    }

    fn cost(&self, step: (usize, u32)) -> u32 {
        step.1
    }

    /// What it costs in truth, halved.
    fn estimate(&self, state: &usize) -> Option<u32> {
        self.cost_from(*state).map(|cost| cost / 2)
    }
}

impl Graph {
    fn cost_from(&self, from: usize) -> Option<u32> {
        let mut costs = vec![None; self.edges.len()];
        costs[self.goal] = Some(0);
        for _ in &self.edges {
            for (node, edges) in self.edges.iter().enumerate() {
                let ways = edges
                    .iter()
                    .filter_map(|&(to, cost)| Some(costs[to]? + cost));
                costs[node] = ways.chain(costs[node]).min();
            }
        }
        costs[from]
    }
}

/// Without cycles, so that tree search ends too.
fn graphs() -> impl Generator<Value = Graph> {
    (2..9_usize).prop_flat_map(|n| {
        let edges = proptest::collection::vec((0..n, 0..n, 1..5_u32), 0..2 * n);
        (edges, 0..n).prop_map(move |(edges, goal)| {
            let mut graph = Graph {
                edges: vec![Vec::new(); n],
                goal,
            };
            for (a, b, cost) in edges.into_iter().filter(|(a, b, _)| a != b) {
                graph.edges[a.min(b)].push((a.max(b), cost));
            }
            graph
        })
    })
}

proptest! {
    #[test]
    fn strategies_agree_on_graphs(graph in graphs()) {
        let truth = graph.cost_from(0);
        for (strategy, _) in Strategy::NAMED {
            for is_graph in [false, true] {
                let found = search(&graph, strategy, is_graph, &Watch::new());
                match (&found.end, truth) {
                    (End::Solved { moves, cost }, Some(least)) => {
                        let mut state = 0;
                        for &step in moves {
                            prop_assert!(graph.edges[state].contains(&step));
                            state = step.0;
                        }
                        prop_assert_eq!(state, graph.goal);
                        let paid = moves.iter().map(|&step| u64::from(graph.cost(step))).sum::<u64>();
                        prop_assert_eq!(*cost, paid);
                        if [Strategy::UniformCost, Strategy::AStar, Strategy::IdaStar].contains(&strategy) {
                            prop_assert_eq!(*cost, u64::from(least), "{} {}", strategy, is_graph);
                        }
                        if [Strategy::BreadthFirst, Strategy::IterativeDeepening].contains(&strategy) {
                            let fewest = search(&graph, Strategy::BreadthFirst, false, &Watch::new());
                            let End::Solved { moves: fewest, .. } = fewest.end else { panic!() };
                            prop_assert_eq!(moves.len(), fewest.len());
                        }
                    }
                    (End::Exhausted, None) => {}
                    (end, _) => prop_assert!(false, "{} {}: {:?}", strategy, is_graph, end),
                }
            }
        }
    }
}

/// Position by position the same as exhaustive search, whatever the strategy, with and without
/// symmetry; and every solution replays.
#[test]
fn pegs_agree_with_exhaustive_search() {
    let names = [
        "triangle4/free:0,0",
        "triangle4/free:0,1",
        "triangle4/random:6:1",
        "square4/random:7:3",
        "square4/random:7:4",
        "rect5x3/free:1,1",
        "diamond/random:9:2",
        "triangle4/survivor:0,1:2,2",
        "triangle4/survivor:0,1:0,2:0,2",
        "square3/survivor:1,1:0,1",
        "rect5x3/survivor:1,1:3,1",
    ];
    for name in names {
        let problem = named(name).unwrap();
        let found = exact::decide(&problem, 1 << 30, 0, None, &Watch::new()).unwrap();
        let truth = matches!(found, exact::Decision::Solved(_));
        for (strategy, estimate, order, symmetry) in [
            (Strategy::DepthFirst, Estimate::None, Order::Numbers, false),
            (Strategy::DepthFirst, Estimate::None, Order::Persson, true),
            (Strategy::BreadthFirst, Estimate::None, Order::Peroni, true),
            (
                Strategy::IterativeDeepening,
                Estimate::None,
                Order::Chance(3),
                false,
            ),
            (Strategy::UniformCost, Estimate::None, Order::Numbers, true),
            (Strategy::Greedy, Estimate::Isolated, Order::Numbers, true),
            (
                Strategy::Greedy,
                Estimate::Spread,
                Order::Value(ValueOrder::FindPackages),
                false,
            ),
            (
                Strategy::AStar,
                Estimate::Pagoda,
                Order::Value(ValueOrder::CornerBias),
                true,
            ),
            (Strategy::IdaStar, Estimate::Pegs, Order::Numbers, false),
        ] {
            let space =
                Pegs::<u64>::new(&problem, order, estimate, symmetry, &Watch::new()).unwrap();
            match search(&space, strategy, true, &Watch::new()).end {
                End::Solved { moves, .. } => {
                    assert!(truth, "{name} {strategy}");
                    let jumps = moves.into_iter().map(|number| JumpNumber(number.into()));
                    let jumps: Vec<JumpNumber> = jumps.collect();
                    checker::check_numbers(&problem, &jumps).unwrap();
                }
                End::Exhausted => assert!(!truth, "{name} {strategy}"),
                end => panic!("{name} {strategy}: {end:?}"),
            }
        }
    }
}

/// A limit ends a search with what it did.
#[test]
fn limits_end_a_search() {
    let problem = named("central-free").unwrap();
    let space = Pegs::<u64>::new(
        &problem,
        Order::Persson,
        Estimate::None,
        false,
        &Watch::new(),
    )
    .unwrap();
    let watch = Watch::new().memory(32 << 20);
    for (strategy, is_graph) in [
        (Strategy::BreadthFirst, false),
        (Strategy::BreadthFirst, true),
        (Strategy::UniformCost, true),
    ] {
        let found = search(&space, strategy, is_graph, &watch);
        assert!(
            matches!(found.end, End::Stopped(Stop::Memory(_))),
            "{:?}",
            found.end
        );
        assert!(found.counts.peak_bytes <= 32 << 20 && found.counts.deepest > 3);
    }
    let watch = Watch::new().timeout(Duration::from_millis(20));
    let found = search(&space, Strategy::IterativeDeepening, false, &watch);
    assert_eq!(found.end, End::Stopped(Stop::Timeout));
    let cut = search(&space, Strategy::DepthLimited(3), false, &Watch::new());
    assert_eq!(cut.end, End::Cut);
}

/// States of eight bytes take less than sixteen, whatever their number.
#[test]
fn a_position_takes_less_than_sixteen_bytes() {
    let problem = named("central").unwrap();
    let space = Pegs::<u64>::new(
        &problem,
        Order::Numbers,
        Estimate::None,
        false,
        &Watch::new(),
    )
    .unwrap();
    for bytes in [24, 40, 56, 80_u64] {
        let found = search(
            &space,
            Strategy::BreadthFirst,
            true,
            &Watch::new().memory(bytes << 20),
        );
        let known = found.counts.generated - found.counts.met_again;
        assert!(
            found.counts.peak_bytes < 16 * known,
            "{} of {known}",
            found.counts.peak_bytes
        );
    }
}

/// OEIS A000170 and A002562.
#[test]
fn queens_are_counted_as_others_count_them() {
    let all = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];
    let unlike = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787];
    for n in 1..=12_u8 {
        let queens = Queens::new(n).unwrap();
        let mut counts = (0, 0);
        queens.solutions(&mut |columns, is_least| {
            assert!(queens.holds(columns));
            counts = (counts.0 + 1, counts.1 + u64::from(is_least));
            true
        });
        assert_eq!(
            counts,
            (all[usize::from(n) - 1], unlike[usize::from(n) - 1]),
            "{n}"
        );
        let by_formula = formulas::queens(queens, &Watch::new()).unwrap();
        assert_eq!(by_formula.is_some(), counts.0 > 0, "{n}");
        assert!(by_formula.is_none_or(|columns| queens.holds(&columns)));
        let solved = matches!(
            search(&queens, Strategy::DepthFirst, false, &Watch::new()).end,
            End::Solved { .. }
        );
        assert_eq!(solved, counts.0 > 0);
    }
    for n in 4..=32 {
        let queens = Queens::new(n).unwrap();
        assert!(queens.holds(&queens.construction().unwrap()), "{n}");
    }
}

/// The lengths of the report's breadth first are ours, where the grid can be had and is small.
#[test]
fn koutack_takes_as_many_moves_as_reported() {
    let text = include_str!("../koutack.json");
    let table: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut n = 0;
    for one in table["instances"].as_array().unwrap() {
        let name = one["name"].as_str().unwrap();
        let reported = one["explored"]["graph_breadth_first"].as_u64().unwrap();
        let Some(grid) = one["grid"].as_array() else {
            continue;
        };
        let rows: Vec<&str> = grid.iter().map(|row| row.as_str().unwrap()).collect();
        let space = Koutack::parse(&rows.join("\n"), false).unwrap();
        if reported > 100_000 {
            continue;
        }
        n += 1;
        for strategy in [Strategy::BreadthFirst, Strategy::AStar] {
            let End::Solved { moves, .. } = search(&space, strategy, true, &Watch::new()).end
            else {
                panic!("{name}");
            };
            let length = one["moves"]["graph_breadth_first"].as_u64().unwrap();
            assert_eq!(moves.len() as u64, length, "{name}");
            let end = moves
                .iter()
                .fold(space.start(), |state, &step| space.after(&state, step));
            assert!(space.is_goal(&end));
        }
        let by_formula = formulas::koutack(&space, &Watch::new()).unwrap().unwrap();
        let length = one["moves"]["graph_breadth_first"].as_u64().unwrap();
        assert_eq!(by_formula.len() as u64, length, "{name}");
        let end = by_formula
            .iter()
            .fold(space.start(), |state, &step| space.after(&state, step));
        assert!(space.is_goal(&end), "{name}");
    }
    assert!(n >= 6, "{n}");
}

#[test]
fn tenpair_ends_with_an_empty_board() {
    // Few digits, so that every strategy ends.
    for (text, deals, least) in [
        ("19", Deals::AtMost(0), Some(1)),
        ("1.9", Deals::AtMost(0), Some(1)),
        ("129", Deals::AtMost(0), None),
        ("123456789\n987654321", Deals::AtMost(0), Some(9)),
        ("5", Deals::AtMost(1), Some(1)),
        ("5", Deals::Any, Some(1)),
        ("28645\n", Deals::AtMost(0), None),
    ] {
        let space = TenPair::parse(text, deals).unwrap();
        for strategy in [Strategy::UniformCost, Strategy::AStar, Strategy::IdaStar] {
            if deals == Deals::Any && strategy == Strategy::UniformCost {
                continue; // deals cost nothing, so that it only deals
            }
            match (search(&space, strategy, true, &Watch::new()).end, least) {
                (End::Solved { cost, moves }, Some(least)) => {
                    assert_eq!(cost, least, "{text} {strategy}");
                    let end = moves
                        .iter()
                        .fold(space.start(), |s, &step| space.after(&s, step));
                    assert!(space.is_goal(&end));
                }
                (End::Exhausted, None) => {}
                (end, _) => panic!("{text} {strategy}: {end:?}"),
            }
        }
    }
    // From the usual start: optimal, as the estimate never says too much.
    for (deals, least) in [(Deals::AtMost(1), 25), (Deals::Any, 25), (Deals::Stuck, 34)] {
        let space = TenPair::parse(tenpair::START, deals).unwrap();
        match search(&space, Strategy::AStar, true, &Watch::new()).end {
            End::Solved { cost, .. } => assert_eq!(cost, least, "{deals:?}"),
            end => panic!("{deals:?}: {end:?}"),
        }
    }
    for wrong in ["1a", "0", "12\n34", "1234567891"] {
        assert!(TenPair::parse(wrong, Deals::Any).is_err(), "{wrong}");
    }
}
