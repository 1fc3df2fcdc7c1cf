//! Attempts side by side, layers and orders, from the command line.

use crate::command::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use tempfile::TempDir;

/// Which of the processes are paused.
fn paused(pids: &[u32]) -> usize {
    let is_paused = |pid: &&u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| rest.trim_start().starts_with('T'))
    };
    pids.iter().filter(is_paused).count()
}

#[test]
fn the_default_finds_layers_and_says_which() {
    let answer = json(&["solve", "--format", "json"], 0);
    assert_eq!(
        (&answer["model"], &answer["outcome"]),
        (&"E".into(), &"solved".into())
    );
    let layers = answer["layers"].as_u64().unwrap();
    let sizes: Vec<u64> = serde_json::from_value(answer["layer_sizes"].clone()).unwrap();
    assert_eq!(
        (sizes.len() as u64, sizes.iter().sum::<u64>()),
        (layers, 31)
    );
    assert!(answer["refuted_layers"].as_u64().unwrap() < layers);
    // What it says is enough to make the same formula again.
    let (layers, seed) = (layers.to_string(), answer["seed"].to_string());
    let order = answer["order"].as_str().unwrap();
    let words = [
        "solve", "--layers", &layers, "--order", order, "--seed", &seed, "--format", "json",
    ];
    let again = json(&words, 0);
    assert_eq!(again["formula"], answer["formula"]);
    assert_eq!(again["jumps"], answer["jumps"]);
}

#[test]
fn too_few_layers_are_unknown_with_what_was_refuted() {
    for model in ["D", "E"] {
        let words = [
            "solve", "--model", model, "--layers", "2", "--format", "json",
        ];
        let answer = json(&words, 3);
        assert_eq!(answer["reason"], serde_json::Value::Null);
        assert_eq!(answer["refuted_layers"], 2);
    }
    pegsat(&["solve", "--layers", "1"])
        .assert()
        .code(3)
        .stdout(contains(
            "unknown: no solution in 1 layer in order mixed; try more",
        ));
}

/// UNSAT of a formula with few layers is no 'unsolvable' of the problem, and a
/// map may not ask for the impossible.
#[test]
fn decode_knows_layers() {
    let folder = TempDir::new().unwrap();
    let cnf = folder.path().join("p.cnf").display().to_string();
    let words = [
        "export", "central", "--layers", "2", "--to", "dimacs", "-o", &cnf,
    ];
    pegsat(&words).assert().code(0);
    let map = format!("{cnf}.map.json");
    let output = write(&folder, "output", "s UNSATISFIABLE\n");
    let words = ["decode", "--map", &map, &output, "--format", "json"];
    let answer = json(&words, 3);
    let null = &serde_json::Value::Null;
    assert_eq!((&answer["reason"], &answer["refuted_layers"]), (null, null));
    let answer = json(&[&words[..], &["--trust"]].concat(), 3);
    assert_eq!(
        (&answer["reason"], &answer["refuted_layers"]),
        (null, &2.into())
    );
    let text = std::fs::read_to_string(&map).unwrap();
    let hostile = text.replace("\"layers\":2", "\"layers\":4000000000000000000");
    assert_ne!(text, hostile);
    let hostile = write(&folder, "hostile.json", &hostile);
    pegsat(&["decode", "--map", &hostile, &output])
        .assert()
        .code(2);
}

#[test]
fn parity_is_a_certificate_without_a_file() {
    let answer = json(&["solve", "pair:3,3:3,4", "--format", "json"], 1);
    assert_eq!(answer["certificate"]["kind"], "position-class");
    assert_eq!(answer["certificate"]["file"], serde_json::Value::Null);
    // Asked for a proof, it gives one.
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("proof").display().to_string();
    let answer = json(
        &[
            "solve",
            "square3/free:1,1",
            "--proof",
            &proof,
            "--format",
            "json",
        ],
        1,
    );
    assert_eq!(answer["certificate"]["kind"], "drat");
}

#[test]
fn show_draws_layers() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("solution.json").display().to_string();
    let words = [
        "solve",
        "triangle5/reversal:0,0",
        "--layers",
        "4",
        "--format",
        "json",
        "-o",
        &path,
    ];
    pegsat(&words).assert().code(0);
    let svg = folder.path().join("layers.svg").display().to_string();
    pegsat(&["show", &path, "--layers", "--svg", &svg])
        .assert()
        .code(0)
        .stdout(contains("drawn in"));
    let drawing = std::fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains("layer 1: ") && drawing.contains("layer 4: "));
    // Sizes that cannot be right are refused.
    let text = std::fs::read_to_string(&path).unwrap();
    let mut answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    answer["layer_sizes"][0] = u64::MAX.into();
    let wrong = write(&folder, "wrong.json", &answer.to_string());
    pegsat(&["show", &wrong, "--layers"])
        .assert()
        .code(2)
        .stderr(contains("do not sum"));
    // Without sizes: runs of jumps that share no hole.
    answer["layer_sizes"] = serde_json::Value::Null;
    let without = write(&folder, "without.json", &answer.to_string());
    pegsat(&["show", &without, "--layers"])
        .assert()
        .code(0)
        .stdout(contains("layer 5: "));
}

/// A solver that never answers: attempts take turns, two at a time. A killed
/// parent leaves paused workers behind; adopted by this process, as service
/// managers and containers do, they get no signal for being orphans, and must
/// wake all the same.
#[test]
fn attempts_take_turns_and_end_together() {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_child_subreaper(true).unwrap();
    for (jobs, stop) in [("1", Signal::SIGINT), ("2", Signal::SIGKILL)] {
        let solver = "cmd:sh -c 'exec sleep 600'";
        let mut child = start(&["solve", "central", "--solver", solver, "--jobs", jobs]);
        let below = await_descendants(child.id(), 6); // three workers with a program each
        wait_for("one is paused", || Some(paused(&below)).filter(|&n| n > 0));
        kill(Pid::from_raw(child.id() as i32), stop).unwrap();
        let status = child.wait().unwrap();
        assert!(status.code() == Some(3) || stop == Signal::SIGKILL);
        await_end(&below);
    }
}

/// Attempts that die do not stop the others, and all of them is a failure.
#[test]
fn dying_attempts_are_survived() {
    let folder = TempDir::new().unwrap();
    let mark = folder.path().join("mark");
    let script = format!(
        "mkdir {} 2>/dev/null && kill -9 $PPID; exec sleep 1000",
        mark.display()
    );
    let script = write(&folder, "die-once.sh", &script);
    let mut child = start(&[
        "solve",
        "central",
        "--jobs",
        "2",
        "--solver",
        &format!("cmd:sh {script}"),
        "--timeout",
        "3s",
    ]);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    pegsat(&["solve", "central", "--jobs", "3", "--solver", "cmd:false"])
        .assert()
        .code(3)
        .stderr(contains("ended with exit status: 1"));
}

#[test]
fn jobs_work_for_models_without_layers() {
    let words = [
        "solve",
        "ipc2008:p09",
        "--model",
        "C",
        "--jobs",
        "3",
        "--format",
        "json",
    ];
    let answer = json(&words, 0);
    assert!(answer["attempts"].as_u64().unwrap() <= 3);
}

#[test]
fn memory_is_limited_for_all_attempts() {
    let words = [
        "solve",
        "square20/pair:8,9:8,10",
        "--memory",
        "60M",
        "--timeout",
        "20s",
        "--format",
        "json",
    ];
    let output = pegsat(&words).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        answer["peak_memory_bytes"].as_u64().unwrap() < 90 << 20,
        "{answer}"
    );
}

#[test]
fn what_is_left_out_does_not_answer() {
    for (problem, without, road) in [
        ("random:16:1", "beam,orders", "pagoda"),
        ("random:16:1", "weights", "exhaustion"),
        ("random:16:1", "arguments,attempts", "exhaustion"),
        ("random:16:3", "exhaustion", "cutting-planes"),
        ("pair:3,3:2,3", "weights,exhaustion", "position-class"),
    ] {
        let words = ["solve", problem, "--without", without, "--format", "json"];
        assert_eq!(json(&words, 1)["road"], road, "{problem} without {without}");
    }
    let class = ["solve", "pair:3,3:2,3", "--model", "C+without=roads"];
    let words = [&class[..], &["--timeout", "200ms", "--format", "json"]].concat();
    assert_eq!(json(&words, 3)["outcome"], "unknown");
    for (words, why) in [
        ("solve --without beem", "weights, arguments, exhaustion"),
        (
            "solve --model E+without=beem",
            "weights, arguments, exhaustion",
        ),
        ("solve --approach beam --without orders", "is one way alone"),
        (
            "export central --model C+without=beam --to dimacs -o -",
            "leave it out",
        ),
        (
            "compare --suite central --models auto+beam -o x",
            "only without=PART",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        pegsat(&words).assert().code(2).stderr(contains(why));
    }
}
