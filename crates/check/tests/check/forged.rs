//! Certificates forged by hand, one for each place that can reject, and those that just pass.

use crate::corpus::{ALL, Written};
use pegsat_check::{opened, seal};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fmt::Write as _};

/// A certificate of the corpus, what is put where in it, and what is said of it; several things,
/// each by its place, where the place is empty.
type Forged = (&'static str, &'static str, Value, &'static str);

/// Row by row of cells.
fn cells(width: usize, height: usize) -> Value {
    let rows = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    json!(rows.collect::<Vec<_>>())
}

#[rustfmt::skip] // a row a line
fn of_the_problem() -> Vec<Forged> {
    vec![
        ("pagoda-3", "/format", json!("pegsat"), "its format is not 'pegsat-certificate'"),
        ("pagoda-3", "/version", json!(2), "it has version 2, expected 1"),
        ("pagoda-3", "/version", json!(0), "it has version 0, expected 1"),
        ("pagoda-3", "/more", json!(0), "it is no certificate: unknown field"),
        ("pagoda-3", "/kind", json!("ends"), "its kind is 'ends', but its proof is of kind pagoda"),
        ("position-class-2", "/kind", json!("pagoda"), "but its proof is of kind position-class"),
        ("pagoda-3", "/proof", json!({"trust": []}), "it is no certificate: unknown variant"),
        ("pagoda-3", "/lattice", json!("hexagonal"), "neither square, triangular nor diagonal"),
        ("pagoda-3", "/cells", json!([]), "its board has 0 holes"),
        ("pagoda-3", "/cells", cells(50_001, 1), "its board has 50001 holes"),
        ("pagoda-3", "/cells/0", json!([-100_001, 0]), "more than 100000 away from 0,0"),
        ("pagoda-3", "/cells/0", json!([0, 100_001]), "more than 100000 away from 0,0"),
        ("pagoda-3", "/cells/0", json!([1, 0]), "its board has the same hole twice"),
        ("pagoda-3", "/lines", json!([[0, 1, 6]]), "a line names a hole that is not there"),
        ("pagoda-3", "/lines", json!([[0, 1, 0]]), "the line 0, 1, 0 has a hole twice"),
        ("pagoda-3", "/lines", json!([[0, 1, 2], [2, 1, 0]]), "the line 2, 1, 0 has a hole twice, or is there twice"),
        ("pagoda-3", "/lines", json!(vec![[0, 1, 2]; 200_001]), "its board has 200001 lines"),
        ("pagoda-3", "/lines", json!([]), "accepted"),
        ("sweeps-1", "/lines", json!([[0, 1, 2]]), "few sweeps are for the boards of a lattice"),
        ("refutation-1", "/lines", json!([[0, 1, 2]]), "which is nothing"),
        ("pagoda-3", "/start/0", json!(6), "its start names hole 6, which is not there"),
        ("pagoda-3", "/start/0", json!(3), "its start names hole 3 twice"),
        ("pagoda-3", "/goal/picture/filled/0", json!(9), "its goal names hole 9"),
        ("pagoda-3", "/goal/picture/either", json!([2]), "its goal names hole 2 twice"),
        ("pagoda-3", "/goal", json!({}), "its goal says nothing"),
        ("track-3", "/goal/picture", json!({"filled": [1], "either": []}), "names the hole of a last peg besides"),
        ("track-3", "/goal/pegs", json!(2), "its goal names the pegs that survive, and another number"),
        ("track-3", "/goal/pegs", json!(0), "its goal names the pegs that survive, and another number"),
        ("track-3", "/goal/survivor/peg", json!(4), "its start has no peg in hole 4 to survive"),
        ("track-3", "/goal/survivor/peg", json!(6), "its start has no peg in hole 6 to survive"),
        ("track-3", "/goal/survivor/at", json!(6), "its goal names hole 6"),
        ("track-3", "/goal/survivors", json!([]), "accepted"),
        ("track-3", "/goal/survivors", json!([{"peg": 1, "at": null}]), "one peg must survive, or a list of several"),
        ("pagoda-3", "/goal", json!({"survivors": [{"peg": 1, "at": null}]}), "one peg must survive, or a list of several"),
        ("pagoda-3", "/goal", json!({"survivors": [{"peg": 1, "at": null}, {"peg": 1, "at": 0}]}), "two pegs that must survive have the same hole"),
        ("pagoda-3", "/goal", json!({"survivors": [{"peg": 1, "at": 0}, {"peg": 2, "at": 0}]}), "two pegs that must survive have the same hole"),
        ("pagoda-3", "/goal", json!({"survivors": [{"peg": 1, "at": 0}, {"peg": 2, "at": 9}]}), "its goal names hole 9"),
    ]
}

/// One case for all final positions.
fn case(by: Value) -> Value {
    json!([{"finish": null, "by": by}])
}

fn leaf(weights: &[i64]) -> Value {
    case(json!({"weights": [{"leaf": weights}]}))
}

/// Of a leaf of 'pagoda-3' with its weights and these besides.
fn ends(besides: Value) -> Value {
    let mut sum = json!({"weights": [-1, 1, 0, 1, 0, 1], "sets": []});
    for (name, value) in besides.as_object().unwrap() {
        sum[name] = value.clone();
    }
    case(json!({"weights": [{"ends": sum}]}))
}

/// Of 'pagoda-3' by these rows, which a leaf adds so many times.
fn rounded(rows: Value, added: Value) -> Value {
    case(json!({"cutting_planes": {"rounded": rows, "tree": [
        {"ends": {"weights": [-1, 1, 0, 1, 0, 1], "sets": [], "rounded": added}}]}}))
}

fn row(divisor: i64, weights: &[i64]) -> Value {
    json!({"of": {"weights": weights, "sets": []}, "divisor": divisor})
}

const LARGEST: i64 = 1 << 40;

#[rustfmt::skip] // a row a line
fn of_cases() -> Vec<Forged> {
    let zeros = [0; 6];
    let tree = |nodes: Value| case(json!({"weights": nodes}));
    let good = json!({"leaf": [-1, 1, 0, 1, 0, 1]});
    let branch = |then: usize, otherwise: usize| json!({"branch": {"jump": [0, 2], "at_most": 0, "then": then, "otherwise": otherwise}});
    let set = |holes: &[usize], first: i64, last: i64| json!({"sets": [{"holes": holes, "first": first, "last": last}]});
    let table =
        |holes: &[usize], values: &[i64]| json!({"tables": [{"holes": holes, "values": values}]});
    let p = "/proof/cases";
    vec![
        ("pagoda-3", p, case(json!("track")), "no peg must survive, whose track would say"),
        ("pagoda-3", p, json!([{"finish": 2, "by": {"weights": [good]}}]), "a case for the finish 2 says nothing of the goal"),
        ("ends-2", "/proof/cases/1/finish", json!(6), "a case for the finish 6 says nothing of the goal"),
        ("ends-8", "/proof/cases/0/finish", json!(0), "a case for the finish 0 says nothing of the goal"),
        ("pagoda-3", p, case(json!("last_peg")), "it is not about the empty board"),
        ("last-peg-1", "/start", json!([]), "it is not about the empty board"),
        ("last-peg-1", "/goal/picture/either", json!([2]), "it is not about the empty board"),
        ("pagoda-3", p, case(json!({"parities": []})), "parity sets for every finish say nothing of another goal"),
        ("ends-2", "/proof/cases/0/finish", json!(0), "parity sets for every finish say nothing of another goal"),
        ("track-4", "/proof/cases/1/finish", json!(0), "a track says nothing of one finish alone"),
        ("ends-2", "/proof/cases/2", Value::Null, "it has no case for the finish 3"),
        ("track-4", "/proof/cases/0", Value::Null, "it has no case for the finish 4"),
        ("pagoda-3", p, json!([]), "it has no case for the finish 0"),
        ("track-3", "/goal/survivor/at", json!(2), "it has no case for the finish 0"),
        // All holes have one, and the goal is not one peg.
        ("ends-8", p, json!([]), "it has no case for the finish 0"),
        ("position-class-2", "/proof/cases/0/by/parity", json!([0, 2]), "meets the jump 1-3 in an odd number of holes"),
        ("position-class-2", "/proof/cases/0/by/parity", json!([0, 9]), "its parity set names hole 9"),
        ("ends-2", "/proof/cases/0/by/parities/0", json!([0]), "in an odd number of holes"),
        ("ends-8", p, case(json!({"parity": [0, 3, 5]})), "parity says nothing of a number of pegs anywhere"),
        // The hole that does not matter is in the set.
        ("position-class-1", "/goal/picture/either", json!([3]), "the goal leaves hole 3 of the parity set open"),
        ("position-class-2", "/start", json!([0, 2]), "start and goal have the same parity in the set"),
        ("position-class-2", "/start", json!([1, 4]), "start and goal have the same parity in the set"),
        // One peg and something else is not one peg anywhere.
        ("ends-2", "/goal/dead_end", json!(1), "parity sets for every finish say nothing of another goal"),
        ("ends-2", "/goal/picture", json!({"filled": [], "either": [0, 3]}), "parity sets for every finish say nothing of another goal"),
        // Weights of another board, of a goal that no weights are needed for.
        ("pagoda-3", "", json!({"/goal": {"pegs": 7}, p: leaf(&[1])}), "but its proof is of kind jump-bounds"),
        ("pagoda-3", p, tree(json!([])), "its tree has no node 0"),
        ("pagoda-3", p, tree(json!([branch(1, 2), good])), "its tree has no node 2"),
        ("pagoda-3", p, tree(json!([branch(1, 1), good])), "node 1 is the child of two nodes"),
        ("pagoda-3", p, tree(json!([branch(0, 1), good])), "node 0 is the child of two nodes"),
        ("pagoda-3", p, tree(json!([{"branch": {"jump": [0, 3], "at_most": 0, "then": 1, "otherwise": 2}}, good, good])), "node 0 names a jump that is not there"),
        ("pagoda-3", p, tree(json!([branch(1, 2), {"leaf": zeros}, good])), "node 1: the weights allow a change of 0, and 0 is enough"),
        ("pagoda-3", p, tree(json!([branch(1, 2), good, {"leaf": zeros}])), "node 2: the weights allow a change of 0"),
        // A branch that lets a jump be made as often as anything: its other child has nothing.
        ("jump-bounds-1", "/proof/cases/0/by/weights/0/branch/at_most", json!(1), "the weights allow"),
        ("pagoda-3", p, leaf(&[-1, 1, 0, 1, 0]), "5 weights for 6 holes"),
        ("pagoda-3", p, leaf(&[-1, 1, 0, 1, 0, LARGEST + 1]), "a weight is too large"),
        ("pagoda-3", p, leaf(&[-LARGEST - 1, 1, 0, 1, 0, 1]), "a weight is too large"),
        ("pagoda-3", p, leaf(&[i64::MIN, 1, 0, 1, 0, 1]), "a weight is too large"),
        ("pagoda-3", p, leaf(&[0, 0, 0, 0, 0, 1]), "the weights allow a change of"),
        ("pagoda-3", p, leaf(&zeros), "the weights allow a change of 0, and 0 is enough"),
        ("pagoda-3", p, ends(set(&[0], -1, 0)), "what a set of holes adds is negative, or too large"),
        ("pagoda-3", p, ends(set(&[0], 0, -1)), "what a set of holes adds is negative, or too large"),
        ("pagoda-3", p, ends(set(&[0], LARGEST + 1, 0)), "what a set of holes adds is negative, or too large"),
        ("pagoda-3", p, ends(set(&[0], 0, LARGEST + 1)), "what a set of holes adds is negative, or too large"),
        ("pagoda-3", p, ends(set(&[6], 0, 0)), "its set of holes names hole 6"),
        ("pagoda-3", p, ends(set(&[1, 3], 0, 0)), "a solution need not change a set of holes"),
        ("ends-8", "/proof/cases/0/by/weights/0/ends/sets/0/holes", json!([0, 1, 2, 3, 4]), "a solution need not change a set of holes"),
        ("ends-8", "/goal/pegs", json!(5), "a solution need not change a set of holes"),
        ("pagoda-3", p, ends(table(&[0, 0], &[0, 0, 0, 0])), "its table names hole 0 twice"),
        ("pagoda-3", p, ends(table(&[0], &[0])), "a table of 1 holes"),
        ("pagoda-3", p, ends(table(&[0], &[0, 0, 0])), "a table of 1 holes"),
        ("pagoda-3", p, ends(table(&[0], &[0, LARGEST + 1])), "a value of a table is too large"),
        ("pagoda-3", p, ends(table(&[0], &[0, i64::MIN])), "a value of a table is too large"),
        ("jump-bounds-3", p, case(json!({"weights": [{"ends": {"weights": vec![0; 20], "sets": [], "tables": [{"holes": (0..13).collect::<Vec<_>>(), "values": vec![0; 1 << 13]}]}}]})), "a table of 13 holes"),
        ("pagoda-3", p, ends(json!({"tables": vec![json!({"holes": [], "values": [0]}); 101]})), "more than 100 tables"),
        ("pagoda-3", p, ends(json!({"rounded": [[0, 1]]})), "its rounded rows are not those before it, in rising order"),
        ("pagoda-3", p, rounded(json!([row(1, &zeros)]), json!([[1, 1]])), "not those before it, in rising order"),
        ("pagoda-3", p, rounded(json!([row(1, &zeros)]), json!([[0, 1], [0, 1]])), "not those before it, in rising order"),
        ("pagoda-3", p, rounded(json!([row(1, &zeros), row(1, &zeros)]), json!([[1, 1], [0, 1]])), "not those before it, in rising order"),
        ("pagoda-3", p, rounded(json!([row(1, &zeros)]), json!([[0, -1]])), "a rounded row is added a negative number of times, or too often"),
        ("pagoda-3", p, rounded(json!([row(1, &zeros)]), json!([[0, LARGEST + 1]])), "a rounded row is added a negative number of times, or too often"),
        ("pagoda-3", p, rounded(json!(vec![row(1, &zeros); 1001]), json!([])), "more than 1000 rounded rows"),
        ("pagoda-3", p, rounded(json!([row(0, &zeros)]), json!([])), "a divisor is not positive, or too large"),
        ("pagoda-3", p, rounded(json!([row(LARGEST + 1, &zeros)]), json!([])), "a divisor is not positive, or too large"),
        ("pagoda-3", p, rounded(json!([row(1, &[0, LARGEST, -1, 0, 0, 0])]), json!([])), "a number of a rounded row is too large"),
        ("pagoda-3", p, rounded(json!([row(1, &[LARGEST, -LARGEST, 0, 0, 0, 0])]), json!([])), "a number of a rounded row is too large"),
        ("pagoda-3", p, rounded(json!([{"of": {"weights": zeros, "sets": [], "rounded": [[0, 1]]}, "divisor": 1}]), json!([])), "not those before it, in rising order"),
        ("pagoda-3", "", json!({"/goal": {"pegs": 7}, p: rounded(json!([row(1, &zeros)]), json!([]))}), "a row is made of a goal that no position fulfils"),
        ("ends-8", "/goal/pegs", json!(7), "accepted"),
    ]
}

/// 'exhaustion-2' with cuts.
fn cut(weights: &[i64], besides: Value) -> Value {
    let mut cut = json!({"weights": weights, "last": 0});
    for (name, value) in besides.as_object().unwrap() {
        cut[name] = value.clone();
    }
    json!({"symmetries": [], "positions": ["11"], "cuts": [cut]})
}

#[rustfmt::skip] // a row a line
fn of_exhaustion() -> Vec<Forged> {
    let zeros = [0; 6];
    let none = || json!({"holes": [], "last": false, "rows": []});
    let (p, set) = ("/proof/exhaustion", "/proof/exhaustion/positions");
    let symmetries = "/proof/exhaustion/symmetries";
    let rows_of = |rows: Value| {
        cut(
            &zeros,
            json!({"rows": [none(), none(), {"holes": [], "last": false, "rows": rows}]}),
        )
    };
    let times = |rounded: Value| {
        cut(
            &zeros,
            json!({"rows": [none(), none()], "rounded": rounded}),
        )
    };
    vec![
        ("exhaustion-2", "/cells", cells(129, 1), "exhaustion is for boards of up to 128 holes"),
        ("exhaustion-2", symmetries, json!([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]]), "symmetry 1: it does not move every hole"),
        ("exhaustion-2", symmetries, json!([[0, 1, 2, 3, 4, 4]]), "symmetry 0: its symmetry names hole 4 twice"),
        ("exhaustion-2", symmetries, json!([[0, 1, 2, 3, 5, 4]]), "symmetry 0: it moves a jump to three holes that are none"),
        ("exhaustion-2", symmetries, json!([[5, 4, 3, 2, 1, 0]]), "symmetry 0: it changes the goal"),
        // The ends of every jump are moved to those of one, and its middle is not.
        ("exhaustion-11", symmetries, json!([[0, 5, 2, 3, 4, 1, 6, 7, 8]]), "symmetry 0: it moves a jump to three holes that are none"),
        ("exhaustion-5", set, json!(["9"]), "the start is not in the set"),
        ("exhaustion-17", symmetries, json!([]), "out of the set"),
        ("exhaustion-5", set, json!(["7"]), "the jump"),
        ("exhaustion-2", "/goal/picture/filled", json!([0, 4]), "the set holds a final position, 11"),
        ("exhaustion-2", set, json!(["11", "5"]), "the set holds a final position, 5"),
        ("exhaustion-2", set, json!(["11", "40"]), "'40' is no position of the board"),
        ("exhaustion-2", set, json!(["11", "+1"]), "'+1' is no position of the board"),
        ("exhaustion-2", set, json!(["11", "x"]), "'x' is no position of the board"),
        ("exhaustion-2", set, json!(["11", ""]), "'' is no position of the board"),
        ("exhaustion-2", set, json!(["11@0"]), "'11@0' is no position of the board"),
        ("exhaustion-3", set, json!(["3f"]), "'3f' is no position of the board"),
        ("exhaustion-3", set, json!(["3f@6"]), "'3f@6' is no position of the board"),
        ("exhaustion-3", set, json!(["3f@1", "1@1"]), "'1@1' is no position of the board"),
        ("exhaustion-3", set, json!(["3f@x"]), "'3f@x' is no position of the board"),
        ("exhaustion-3", set, json!(["3f@2"]), "the start is not in the set"),
        // The peg that survives goes where it jumps, and stays where another one does.
        ("exhaustion-5", "/goal", json!({"survivor": {"peg": 0, "at": null}}), "'7' is no position of the board"),
        ("exhaustion-2", p, cut(&[0; 5], json!({})), "weights 0: 5 weights for 6 holes"),
        ("exhaustion-2", p, cut(&[0, 0, 0, 0, 0, LARGEST + 1], json!({})), "weights 0: a weight is too large"),
        ("exhaustion-2", p, cut(&zeros, json!({"last": -1})), "weights 0: what a last jump lowers a sum by is negative, or too large"),
        ("exhaustion-2", p, cut(&zeros, json!({"last": LARGEST + 1})), "weights 0: what a last jump lowers a sum by is negative, or too large"),
        ("exhaustion-2", p, cut(&zeros, json!({"last": 1})), "weights 0: the jump 4-2 lowers a sum of weights too little"),
        ("exhaustion-2", p, cut(&[0, 0, 0, 0, 0, 1], json!({})), "weights 0: the jump 3-5 lowers a sum of weights too little"),
        ("exhaustion-2", p, cut(&zeros, json!({"rows": vec![none(); 65]})), "weights 0: more than 64 rows"),
        ("exhaustion-2", p, cut(&zeros, json!({"rows": [{"holes": [6], "last": false, "rows": []}]})), "weights 0: its row names hole 6"),
        ("exhaustion-2", p, rows_of(json!([2])), "weights 0: a row is made of others than those before it, each once"),
        ("exhaustion-2", p, rows_of(json!([0, 0])), "weights 0: a row is made of others than those before it, each once"),
        ("exhaustion-2", p, rows_of(json!([1, 0])), "weights 0: a row is made of others than those before it, each once"),
        ("exhaustion-2", p, times(json!([[2, 1]])), "weights 0: its rounded rows are not its own in rising order"),
        ("exhaustion-2", p, times(json!([[1, 1], [0, 1]])), "weights 0: its rounded rows are not its own in rising order"),
        ("exhaustion-2", p, times(json!([[0, -1]])), "weights 0: its rounded rows are not its own in rising order"),
        ("exhaustion-2", p, times(json!([[0, LARGEST + 1]])), "weights 0: its rounded rows are not its own in rising order"),
        ("exhaustion-2", p, json!({"symmetries": [], "positions": ["11"], "cuts": vec![json!({"weights": zeros, "last": 0}); 1025]}), "more than 1024 weights to rule positions out"),
    ]
}

#[rustfmt::skip] // a row a line
fn of_formulas() -> Vec<Forged> {
    vec![
        ("layers-2", "/goal", json!({"survivor": {"peg": 0, "at": 0}}), "layers are for a goal that is a picture or a dead end"),
        ("layers-2", "/goal", json!({"pegs": 1}), "layers are for a goal that is a picture or a dead end"),
        ("layers-2", "/goal/pegs", json!(3), "layers are for a goal that is a picture or a dead end"),
        ("layers-2", "/goal/dead_end", json!(5), "the goal has more pegs than the start"),
        ("layers-2", "/proof/layers/jumps/0", json!([0, 3]), "0-3 is no jump, or is named twice"),
        ("layers-2", "/proof/layers/jumps/0", json!([1, 3]), "1-3 is no jump, or is named twice"),
        ("layers-2", "/proof/layers/jumps/0", Value::Null, "it does not name every jump"),
        ("layers-2", "/proof/layers/sets/0", json!([0, 2]), "in an odd number of holes"),
        ("layers-2", "/proof/layers/proof", json!(""), "its proof is no file beside it"),
        ("layers-2", "/proof/layers/proof", json!("../p"), "its proof is no file beside it"),
        ("layers-2", "/proof/layers/proof", json!("a/p"), "its proof is no file beside it"),
        ("layers-2", "/proof/layers/proof", json!("a\\p"), "its proof is no file beside it"),
        ("layers-2", "/proof/layers/proof", json!(".p"), "its proof is no file beside it"),
        ("layers-2", "/proof/layers/proof", json!("missing"), "its proof missing: it is not there"),
        ("layers-2", "/proof/layers/proof_sha256", json!(""), "it was altered or damaged: its checksum does not fit"),
        ("layers-2", "/goal/dead_end", json!(2), "does not"),
        ("sweeps-5", "/goal", json!({"survivor": {"peg": 0, "at": null}}), "it says nothing of a peg that must survive"),
        ("sweeps-9", "/goal/picture/either", json!([3]), "few sweeps are for a goal that is a picture, or one peg"),
        ("sweeps-9", "/goal/dead_end", json!(1), "few sweeps are for a goal that is a picture, or one peg"),
        ("sweeps-5", "/goal/pegs", json!(2), "few sweeps are for a goal that is a picture, or one peg"),
        ("sweeps-5", "/goal", json!({"dead_end": 1}), "few sweeps are for a goal that is a picture, or one peg"),
        ("sweeps-5", "/proof/sweeps/most", json!(0), "0 sweeps are none or more than jumps"),
        ("sweeps-5", "/proof/sweeps/most", json!(4), "4 sweeps are none or more than jumps"),
        ("sweeps-5", "/start", json!([]), "1 sweeps are none or more than jumps"),
        ("sweeps-5", "/proof/sweeps/lines/0", json!([0, 3]), "0-3 is no line, or is named twice"),
        ("sweeps-5", "/proof/sweeps/lines/0", json!([3, 1]), "1-3 is no line, or is named twice"),
        ("sweeps-5", "/proof/sweeps/lines/0", Value::Null, "it does not name every line"),
        ("sweeps-6", "/proof/sweeps/closed/0", json!([]), "[] is no set of lines"),
        ("sweeps-6", "/proof/sweeps/closed/0", json!([1, 0, 3, 6]), "[1, 0, 3, 6] is no set of lines"),
        ("sweeps-6", "/proof/sweeps/closed/0", json!([1, 1]), "[1, 1] is no set of lines"),
        ("sweeps-6", "/proof/sweeps/closed/0", json!([1, 0, 3]), "the lines [1, 0, 3] are no closed way"),
        ("sweeps-4", "/proof/sweeps/closed/0", json!([0, 1, 6, 3, 4, 8]), "the lines [0, 1, 6, 3, 4, 8] fall apart"),
        ("sweeps-1", "/proof/sweeps/regions/0", json!([]), "a region is empty"),
        ("sweeps-1", "/proof/sweeps/regions/0", json!([6]), "its region names hole 6"),
        ("sweeps-1", "/proof/sweeps/regions/0", json!([1]), "a region has hole 1, but no end of"),
        ("sweeps-1", "/proof/sweeps/families/0", json!([5]), "a family has a region that is not listed"),
        ("sweeps-1", "/proof/sweeps/families/0", json!([0, 0]), "its family of regions names hole 0 twice"),
        ("sweeps-6", "/proof/sweeps/symmetries/1", json!([2, 1, 0, 5, 4, 3, 8, 7, 6]), "it changes the goal"),
        ("sweeps-6", "/proof/sweeps/symmetries/1", json!([0, 1, 2]), "it does not move every hole"),
        ("sweeps-6", "/start", json!([0, 1, 3, 4, 5, 7, 8]), "a symmetry changes the start"),
        ("sweeps-5", "/proof/sweeps/proof_sha256", json!(""), "it was altered or damaged: its checksum does not fit"),
        ("refutation-1", "/goal", json!({"picture": {"filled": [], "either": [0]}}), "a goal with open holes has no one number of steps"),
        ("layers-2", "", json!({"/cells": cells(100, 100), "/start": (0..100).collect::<Vec<_>>()}), "its formula is too large to be made here"),
        // Few layers, and many holes that are counted at the end.
        ("layers-2", "", json!({"/cells": cells(3000, 1), "/start": (0..3000).filter(|hole| hole % 3 > 0).collect::<Vec<_>>(), "/goal/dead_end": 1995, "/proof/layers/sets": [], "/proof/layers/jumps": (2..3000).flat_map(|to| [[to - 2, to], [to, to - 2]]).collect::<Vec<_>>()}), "its formula is too large to be made here"),
        ("sweeps-5", "/cells", cells(100, 100), "its formula is too large to be made here"),
        ("refutation-1", "/goal/dead_end", json!(1), "dead ends come after no one number of steps"),
        ("refutation-1", "/start", json!([]), "the goal has more pegs than the start"),
        ("refutation-1", "/proof/refutation/steps", json!(9), "it argues about 9 steps, not"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"move": [0, 0, 2]}), "a variable means Move(0, 0-2), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"move": [1, 0, 1]}), "a variable means Move(1, 0-1), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"move": [2, 0, 2]}), "a variable means Move(2, 0-2), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"peg": [3, 0]}), "a variable means Peg(3, 0), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"peg": [1, 9]}), "a variable means Peg(1, 9), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"survivor": [1, 0]}), "a variable means Survivor(1, 0), which is nothing"),
        ("refutation-3", "/proof/refutation/variables/0", json!({"survivor": [0, 0]}), "a variable means Survivor(0, 0), which is nothing"),
        ("refutation-3", "/proof/refutation/variables/0", json!({"survivor": [4, 0]}), "a variable means Survivor(4, 0), which is nothing"),
        ("refutation-3", "/proof/refutation/variables/0", json!({"survivor": [1, 6]}), "a variable means Survivor(1, 6), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"peg": [0, 0]}), "a variable means Peg(0, 0), which is nothing"),
        ("refutation-1", "/proof/refutation/variables/0", json!({"peg": [1, 99]}), "a variable means Peg(1, 99), which is nothing"),
        ("refutation-1", "/proof/refutation/clauses/0", json!([0]), "clause 1 has a literal without a variable"),
        ("refutation-1", "/proof/refutation/clauses/0", json!([9999]), "clause 1 has a literal without a variable"),
        ("refutation-1", "/proof/refutation/clauses/1", json!([]), "clause 2 does not follow from the rules"),
        ("refutation-1", "/proof/refutation/proof_text", json!("0\n"), "it has two proofs, one within and one beside it"),
        ("refutation-1", "/proof/refutation/proof_sha256", json!(""), "it was altered or damaged: its checksum does not fit"),
    ]
}

/// Certificates that lie just within a limit, or say in another way what is so.
#[rustfmt::skip] // a row a line
fn allowed() -> Vec<Forged> {
    let far = json!([
        [-100_000, 0],
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 0],
        [5, 0],
        [100_000, 100_000]
    ]);
    let zeros = [0; 6];
    let none = || json!({"holes": [], "last": false, "rows": []});
    let p = "/proof/cases";
    vec![
        ("position-class-2", "/cells", far, "accepted"),
        ("position-class-2", "/cells", cells(50_000, 1), "in an odd number of holes"),
        ("pagoda-3", p, leaf(&[-LARGEST, LARGEST, 0, LARGEST, 0, LARGEST]), "accepted"),
        ("ends-7", "/proof/cases/0/by/weights/0/ends/sets/0/first", json!(LARGEST), "accepted"),
        ("pagoda-3", p, rounded(json!(vec![row(1, &zeros); 1000]), json!([])), "its proof is of kind cutting-planes"),
        ("pagoda-3", p, rounded(json!([row(LARGEST, &zeros)]), json!([[0, LARGEST]])), "its proof is of kind cutting-planes"),
        ("pagoda-3", p, rounded(json!([row(1, &[0, LARGEST, 0, 0, 0, 0])]), json!([])), "its proof is of kind cutting-planes"),
        ("pagoda-3", p, ends(json!({"tables": vec![json!({"holes": [], "values": [0]}); 100]})), "its proof is of kind tables"),
        ("jump-bounds-3", p, case(json!({"weights": [{"ends": {"weights": vec![0; 20], "sets": [], "tables": [{"holes": (0..12).collect::<Vec<_>>(), "values": vec![LARGEST; 1 << 12]}]}}]})), "the weights allow"),
        ("exhaustion-2", "/proof/exhaustion", cut(&zeros, json!({"rows": vec![none(); 64], "rounded": [[63, LARGEST]]})), "accepted"),
        ("exhaustion-2", "/proof/exhaustion", json!({"symmetries": [], "positions": ["11"], "cuts": vec![json!({"weights": zeros, "last": 0}); 1024]}), "accepted"),
        ("exhaustion-2", "/cells", cells(128, 1), "symmetry 0: it does not move every hole"),
        ("track-3", "/goal/pegs", json!(1), "accepted"),
    ]
}

fn forge(base: &Written, pointer: &str, new: &Value) -> Written {
    let mut inner = base.inner();
    if pointer.is_empty() {
        for (pointer, new) in new.as_object().unwrap() {
            inner = forge(&base.sealing(&inner), pointer, new).inner();
        }
        return base.sealing(&inner);
    }
    let (place, name) = pointer.rsplit_once('/').unwrap();
    match inner.pointer_mut(place).unwrap() {
        Value::Object(fields) => drop(fields.insert(name.into(), new.clone())),
        Value::Array(list) if new.is_null() => drop(list.remove(name.parse().unwrap())),
        Value::Array(list) => list[name.parse::<usize>().unwrap()] = new.clone(),
        other => panic!("{pointer}: {other}"),
    }
    base.sealing(&inner)
}

fn said_of(written: &Written) -> String {
    let open = |name: &str| match name {
        "missing" => Err(std::io::Error::other("it is not there")),
        _ => Ok(opened(written.proof.clone().into_bytes())),
    };
    let verdict = pegsat_check::verify(&written.certificate, &open, &|| true);
    verdict.map_or_else(|rejection| rejection.to_string(), |_| ACCEPTED.into())
}

const ACCEPTED: &str = "accepted";

/// Texts that are no certificate at all.
fn said_of_texts() -> Vec<String> {
    let good = &Written::named("pagoda-3").certificate;
    let inner = good.split_once("\"certificate\":").unwrap().1;
    let cases = [
        ("", "it is no certificate: EOF"),
        ("central", "it is no certificate: expected value"),
        (
            "{}",
            "no certificate (for solutions: 'check'), or text is outside it",
        ),
        (&format!(" {good}"), "or text is outside it"),
        (
            &format!("{good}{{}}"),
            "it is no certificate: trailing characters",
        ),
        (good.trim_end(), "or text is outside it"),
        (
            &format!("{{\"sha256\":\"0\",\"certificate\":{inner}"),
            "its checksum does not fit",
        ),
        (
            &good.replace("\"start\":[0", "\"start\":[1"),
            "its checksum does not fit",
        ),
        (&seal("[]"), "it is no certificate: invalid"),
    ];
    let said = cases.iter().map(|&(text, expected)| {
        let written = Written {
            name: String::new(),
            certificate: text.into(),
            proof: String::new(),
        };
        let said = said_of(&written);
        assert!(said.contains(expected), "{text:.80}: {said}");
        said
    });
    said.collect()
}

/// Every certificate of the tables, with what is said of it, and all others as they stand.
fn forged() -> Vec<(Written, String)> {
    let tables = [
        of_the_problem(),
        of_cases(),
        of_exhaustion(),
        of_formulas(),
        allowed(),
    ];
    let mut forged: Vec<(Written, String)> = Vec::new();
    let mut wrong = String::new();
    for (base, pointer, new, expected) in tables.iter().flatten() {
        let written = forge(Written::named(base), pointer, new);
        let said = said_of(&written);
        if !said.contains(expected) {
            let new = new.to_string();
            let _ = writeln!(
                wrong,
                "{base} {pointer} {new:.60}: {said:.150}; expected {expected}"
            );
        }
        forged.push((written, said));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    forged
}

/// What the proofs' tests and no certificate here bring about, and what is no verdict.
const ELSEWHERE: [&str; 7] = [
    "{}: expected literals and 0",
    "{}: a literal without a variable",
    "its clauses take more than 8 GB",
    "its formula alone was asked for",
    "it was not read to its end",
    "{name}: it was not read to its end",
    "{name}: it cannot be read: {error}",
];

#[test]
fn every_place_that_rejects_has_a_certificate_that_it_rejects() {
    let forged = forged();
    let mut said: Vec<String> = forged.into_iter().map(|(_, said)| said).collect();
    said.extend(said_of_texts());
    let sources = [
        include_str!("../../src/argument.rs"),
        include_str!("../../src/board.rs"),
        include_str!("../../src/drat.rs"),
        include_str!("../../src/exhaustion.rs"),
        include_str!("../../src/formula.rs"),
        include_str!("../../src/layers.rs"),
        include_str!("../../src/lib.rs"),
        include_str!("../../src/refutation.rs"),
        include_str!("../../src/rows.rs"),
        include_str!("../../src/rup.rs"),
        include_str!("../../src/sweeps.rs"),
    ];
    let mut places = 0;
    let mut without = BTreeSet::new();
    for source in sources {
        for call in source.split("reject(").skip(1) {
            // The text that follows, if it is named here and not passed on.
            let begin = call
                .trim_start()
                .trim_start_matches("format!(")
                .trim_start();
            let Some(text) = begin
                .strip_prefix('"')
                .and_then(|text| text.split_once('"'))
            else {
                continue;
            };
            places += 1;
            let pieces: Vec<&str> = text.0.split(['{', '}']).step_by(2).collect();
            let fits = |said: &String| pieces.iter().all(|piece| said.contains(piece));
            if !ELSEWHERE.contains(&text.0) && !said.iter().any(fits) {
                without.insert(text.0);
            }
        }
    }
    assert!(without.is_empty() && places > 80, "{places} {without:#?}");
}

/// For the verified checker (`proofs/compare`), which is asked about the same: a line each, with the
/// proof as LRAT, and what is said here. It takes much memory for large boards.
#[test]
fn the_forged_ones_are_written_for_another_checker() {
    let mut lines = String::new();
    let as_they_stand = ALL.iter().map(|written| (written.clone(), ACCEPTED.into()));
    for (written, said) in forged().into_iter().chain(as_they_stand) {
        if written.inner()["cells"]
            .as_array()
            .is_some_and(|cells| cells.len() > 200)
        {
            continue;
        }
        let base = Written::named(&written.name);
        let lrat = if base.proof.is_empty() {
            String::new()
        } else {
            base.hints()
        };
        let Written {
            name, certificate, ..
        } = written;
        let line = json!({"name": name, "certificate": certificate, "lrat": lrat, "said": said});
        let _ = writeln!(lines, "{line}");
    }
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/forged.jsonl"), lines).unwrap();
}
