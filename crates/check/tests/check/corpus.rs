//! Certificates as the program writes them, of every kind and with every part that they may have:
//! each is accepted as it stands, and nothing that is made of them shows what is not so.

use crate::{
    formulas::fewest_sweeps,
    proofs::{Step, plainly, refuted_by_hints, text},
    puzzle::{Chance, Puzzle},
};
use pegsat_check::{Accepted, opened, seal};
use serde::Deserialize;
use serde_json::Value;
use std::{
    cell::Cell,
    io::{self, BufReader, Read},
    sync::LazyLock,
};

/// A certificate's text, and the proof beside it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) certificate: String,
    #[serde(default)]
    pub(crate) proof: String,
}

/// All of tests/certificates.jsonl: 'pegsat certify' and 'pegsat optimise --proof' wrote them of
/// problems by chance, and for each part that a certificate may have one was kept.
pub(crate) static ALL: LazyLock<Vec<Written>> = LazyLock::new(|| {
    let lines = include_str!("../certificates.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
});

impl Written {
    pub(crate) fn named(name: &str) -> &'static Self {
        let found = ALL.iter().find(|one| one.name == name);
        found.unwrap_or_else(|| panic!("{name}"))
    }

    /// What is inside the seal.
    pub(crate) fn inner(&self) -> Value {
        let sealed: Value = serde_json::from_str(&self.certificate).unwrap();
        sealed["certificate"].clone()
    }

    pub(crate) fn verdict(&self) -> Result<Accepted, String> {
        let open = |_: &str| Ok(opened(self.proof.clone().into_bytes()));
        let verdict = pegsat_check::verify(&self.certificate, &open, &|| true);
        verdict.map_err(|rejection| rejection.to_string())
    }

    /// The same with another text inside.
    pub(crate) fn sealing(&self, inner: &Value) -> Self {
        Written {
            certificate: seal(&inner.to_string()),
            ..self.clone()
        }
    }

    /// Its proof as LRAT, if it has one.
    pub(crate) fn hints(&self) -> String {
        let open = |_: &str| Ok(opened(self.proof.clone().into_bytes()));
        let mut hints = Vec::new();
        let written =
            pegsat_check::verify_writing_hints(&self.certificate, &open, &|| true, &mut hints);
        let (_, has_proof) = written.unwrap().unwrap();
        assert_eq!(has_proof, !hints.is_empty() || !self.proof.is_empty());
        String::from_utf8(hints).unwrap()
    }
}

#[test]
fn what_the_program_writes_is_accepted_with_hints_that_lead_to_the_end() {
    let mut with_proof = 0;
    for written in ALL.iter() {
        let said = written
            .verdict()
            .unwrap_or_else(|reason| panic!("{}: {reason}", written.name));
        assert_eq!(
            said.kind,
            written
                .name
                .trim_end_matches(|c: char| c.is_ascii_digit() || c == '-')
        );
        assert!(
            !is_small(&written.inner()) || is_true(&said),
            "{}",
            written.name
        );
        let inner = written.inner();
        if let Some(cases) = inner["proof"]["cases"].as_array() {
            let plural = if cases.len() == 1 { "" } else { "s" };
            assert_eq!(said.work, format!("{} case{plural}", cases.len()));
        }
        let clauses = match &inner["proof"]["refutation"]["clauses"] {
            Value::Null => {
                pegsat_check::formula(&written.certificate, &|| true).map(|(_, clauses)| clauses)
            }
            clauses => Some(serde_json::from_value(clauses.clone()).unwrap()),
        };
        let hints = written.hints();
        if let Some(clauses) = clauses {
            refuted_by_hints(&clauses, &hints);
            let lemmas = written
                .proof
                .lines()
                .filter(|line| !line.starts_with('d'))
                .count();
            let begin = format!("{} clauses, ", clauses.len());
            let counted = said
                .work
                .strip_prefix(&begin)
                .and_then(|rest| rest.strip_suffix(" lemmas"));
            assert!(
                counted.unwrap().parse::<usize>().unwrap() <= lemmas,
                "{}",
                said.work
            );
            with_proof += 1;
        }
        let never = pegsat_check::verify(
            &written.certificate,
            &|_| Ok(opened(written.proof.clone().into_bytes())),
            &|| false,
        );
        let is_read = !["exhaustion", "refutation", "layers", "sweeps"].contains(&&*said.kind);
        assert_eq!(never.is_ok(), is_read, "{}", written.name);
    }
    assert!(with_proof > 15, "{with_proof}");
}

/// Whether what is said to be shown is so.
fn is_true(said: &Accepted) -> bool {
    let lattice = ["square", "triangular", "diagonal"]
        .into_iter()
        .find(|&one| one == said.lattice);
    let mut puzzle = Puzzle {
        start: said.start.clone(),
        goal: said.goal.clone(),
        ..Puzzle::full(lattice.unwrap(), said.cells.clone())
    };
    if let Some(lines) = &said.lines {
        let both_ways = |&[a, over, b]: &[usize; 3]| [[a, over, b], [b, over, a]];
        puzzle.jumps = lines.iter().flat_map(both_ways).collect();
    }
    match said.most_sweeps {
        None => !puzzle.is_solvable(),
        Some(most) => fewest_sweeps(&puzzle).is_none_or(|fewest| fewest > most),
    }
}

/// Small enough to be played out.
fn is_small(inner: &Value) -> bool {
    inner["cells"]
        .as_array()
        .is_some_and(|cells| cells.len() <= 12)
}

/// The problem of one and the argument of another, and its proof.
#[test]
fn no_argument_shows_more_of_another_problem_than_is_so() {
    let (mut accepted, mut rejected) = (0, 0);
    for about in ALL.iter() {
        let problem = about.inner();
        if !is_small(&problem) {
            continue;
        }
        for other in ALL.iter() {
            let mut mixed = other.inner();
            for field in ["lattice", "cells", "lines", "start", "goal"] {
                mixed[field] = problem[field].clone();
            }
            match other.sealing(&mixed).verdict() {
                Err(_) => rejected += 1,
                Ok(said) => {
                    accepted += 1;
                    assert!(is_true(&said), "{} by {}", about.name, other.name);
                }
            }
        }
    }
    assert!(accepted > 100 && rejected > 2000, "{accepted} {rejected}");
}

/// Changes a list or a number somewhere in it: an entry more, one less, two in another order, a
/// list emptied or filled, a number near by, another yes or no.
fn alter(chance: &mut Chance, value: &mut Value) {
    match value {
        Value::Array(list) if list.is_empty() => list.push(Value::from(chance.below(6))),
        Value::Array(list) => {
            let place = chance.below(list.len());
            match chance.below(12) {
                0 => drop(list.remove(place)),
                1 => list.push(list[place].clone()),
                2 => list.swap(0, place),
                3 => list.clear(),
                _ => alter(chance, &mut list[place]),
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = chance.one_of(&names);
            if let Some(field) = fields.get_mut(&name) {
                alter(chance, field);
            }
        }
        Value::Bool(is) => *is = !*is,
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *value = Value::from(chance.one_of(&[number + 1, number - 1, 0, -number, number + 2]));
        }
        Value::Null => *value = Value::from(chance.below(6)),
        Value::String(_) => {}
    }
}

#[test]
fn no_alteration_of_structure_shows_what_is_not_so() {
    let mut chance = Chance(62);
    let (mut accepted, mut rejected) = (0, 0);
    for written in ALL.iter() {
        let inner = written.inner();
        if !is_small(&inner) {
            continue;
        }
        for _ in 0..150 {
            let mut altered = inner.clone();
            for _ in 0..1 + chance.below(2) {
                let parts = ["proof", "proof", "proof", "start", "goal", "cells", "lines"];
                let part = chance.one_of(&parts);
                if !altered[part].is_null() {
                    alter(&mut chance, &mut altered[part]);
                }
            }
            match written.sealing(&altered).verdict() {
                Err(_) => rejected += 1,
                Ok(said) => {
                    accepted += 1;
                    assert!(is_true(&said), "{}: {altered}", written.name);
                }
            }
        }
    }
    assert!(accepted > 500 && rejected > 3000, "{accepted} {rejected}");
}

/// A proof that ends in a contradiction, and goes on.
struct GoesOn {
    proof: std::io::Cursor<Vec<u8>>,
    ends_broken: bool,
}

impl Read for GoesOn {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.proof.read(buffer)? {
            0 if self.ends_broken => Err(io::Error::other("a broken disk")),
            read => Ok(read),
        }
    }
}

#[test]
fn a_proof_is_read_to_its_end_though_it_needs_no_more() {
    for name in ["refutation-1", "layers-5", "sweeps-7"] {
        let mut written = Written::named(name).clone();
        let before = pegsat_check::digest(written.proof.as_bytes());
        written.proof += &"c more\n".repeat(1 << 18);
        let after = pegsat_check::digest(written.proof.as_bytes());
        let text = written.inner().to_string().replace(&before, &after);
        let said = |ends_broken: bool, patience: usize, text: &str| {
            let open = |_: &str| -> io::Result<pegsat_check::Opened> {
                let proof = io::Cursor::new(written.proof.clone().into_bytes());
                Ok(Box::new(BufReader::new(GoesOn { proof, ends_broken })))
            };
            let asked = Cell::new(0);
            let go_on = || asked.replace(asked.get() + 1) < patience;
            let verdict = pegsat_check::verify(&seal(text), &open, &go_on);
            verdict.map_or_else(|rejection| rejection.to_string(), |_| "accepted".into())
        };
        let all = usize::MAX;
        assert_eq!(said(false, all, &text), "accepted");
        let unsealed = text.replace(&after, &before);
        assert!(said(false, all, &unsealed).ends_with("its checksum does not fit"));
        assert!(said(true, all, &text).ends_with("it cannot be read: a broken disk"));
        // Whoever asks may stop it anywhere: before the proof, in it, and after its end.
        let asked = (0..)
            .find(|&patience| said(false, patience, &text) == "accepted")
            .unwrap();
        assert!(asked > 10, "{name}: {asked}");
        for patience in [0, 1, asked / 2, asked - 1] {
            assert!(said(false, patience, &text).ends_with("it was not read to its end"));
        }
    }
}

/// Long work asks whether it is to go on: every sixteenth position, every thousandth clause, every
/// lemma.
#[test]
fn it_is_asked_as_often_as_is_promised() {
    let asked = |text: &str| {
        let asked = Cell::new(0);
        let go_on = || asked.replace(asked.get() + 1) < usize::MAX;
        let open = |_: &str| {
            Ok(opened(
                Written::named("refutation-4").proof.clone().into_bytes(),
            ))
        };
        pegsat_check::verify(text, &open, &go_on).unwrap();
        asked.get()
    };
    let positions = Written::named("exhaustion-4");
    assert_eq!(asked(&positions.certificate), 27_usize.div_ceil(16));
    let refuted = Written::named("refutation-4");
    let once = asked(&refuted.certificate);
    let mut inner = refuted.inner();
    let clauses = inner["proof"]["refutation"]["clauses"]
        .as_array_mut()
        .unwrap();
    let more = vec![clauses.clone(); 10].concat();
    assert!((1001..2000).contains(&more.len()));
    *clauses = more;
    assert_eq!(asked(&refuted.sealing(&inner).certificate), once + 1);
}

/// The steps of a proof as text.
fn steps(proof: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut each = |deletes, clause: &[i32]| {
        steps.push((deletes, clause.to_vec()));
        Ok(())
    };
    pegsat_check::steps(proof.as_bytes(), &mut each).unwrap();
    steps
}

/// Between the lemmas of a proof others that follow, and are not needed, come and go, so many that
/// the clauses that stay are moved together; the hints lead to the end all the same.
#[test]
fn hints_hold_where_clauses_come_and_go() {
    let mut chance = Chance(63);
    let mut all_gone = 0;
    for name in [
        "layers-5",
        "layers-7",
        "sweeps-7",
        "refutation-1",
        "refutation-3",
    ] {
        let written = Written::named(name);
        let (n_vars, clauses) = formula(written);
        let mut steps_now: Vec<Step> = Vec::new();
        for step in steps(&written.proof) {
            let mut come = Vec::new();
            for _ in 0..1 + clauses.len() / 80 {
                // A clause and more literals; some are true for ever, some are their own opposites.
                let mut lemma = chance.one_of(&clauses);
                for _ in 0..chance.below(9) {
                    let variable = 1 + chance.below(n_vars) as i32;
                    lemma.push(if chance.once_in(2) {
                        variable
                    } else {
                        -variable
                    });
                }
                come.push(lemma);
            }
            steps_now.extend(come.iter().map(|lemma| (false, lemma.clone())));
            // One with a literal and its opposite is no clause for LRAT, so none that goes.
            come.retain(|lemma| lemma.iter().all(|literal| !lemma.contains(&-literal)));
            steps_now.extend(come.into_iter().map(|lemma| (true, lemma)));
            steps_now.push(step);
        }
        let (read, gone) = plainly(n_vars, &clauses, &steps_now).unwrap();
        let mut proof = String::new();
        for (deletes, clause) in &steps_now {
            proof += if *deletes { "d " } else { "" };
            proof += &text(std::slice::from_ref(clause));
        }
        let [before, after] =
            [&written.proof, &proof].map(|proof| pegsat_check::digest(proof.as_bytes()));
        let inner = written.inner().to_string().replace(&before, &after);
        let changed = Written {
            name: name.into(),
            certificate: seal(&inner),
            proof,
        };
        let said = changed.verdict().unwrap();
        assert!(
            said.work.ends_with(&format!(", {read} lemmas")),
            "{}",
            said.work
        );
        assert_eq!(refuted_by_hints(&clauses, &changed.hints()), gone, "{name}");
        all_gone += gone;
    }
    assert!(all_gone > 1000, "{all_gone}");
}

/// A full disk is an error, and no verdict; so is one that is full at the very end.
#[test]
fn hints_that_cannot_be_written_are_an_error() {
    struct Full {
        room: usize,
        is_flushed: bool,
    }
    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = self.room.checked_sub(bytes.len());
            self.room = left.ok_or(io::Error::other("the disk is full"))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            if self.is_flushed {
                Ok(())
            } else {
                Err(io::Error::other("the disk is full now"))
            }
        }
    }
    let written = Written::named("refutation-1");
    let hints = |room, is_flushed| {
        let open = |_: &str| Ok(opened(written.proof.clone().into_bytes()));
        let mut full = Full { room, is_flushed };
        let said =
            pegsat_check::verify_writing_hints(&written.certificate, &open, &|| true, &mut full);
        said.map(|verdict| verdict.is_ok())
            .map_err(|error| error.to_string())
    };
    let all = written.hints().len();
    assert_eq!(hints(all, true), Ok(true));
    assert_eq!(hints(all - 1, true), Err("the disk is full".into()));
    assert_eq!(hints(0, true), Err("the disk is full".into()));
    assert_eq!(hints(all, false), Err("the disk is full now".into()));
}

/// The variables and clauses that a certificate's proof refutes.
fn formula(written: &Written) -> (usize, Vec<Vec<i32>>) {
    let inner = written.inner();
    let refutation = &inner["proof"]["refutation"];
    match refutation["variables"].as_array() {
        None => pegsat_check::formula(&written.certificate, &|| true).unwrap(),
        Some(variables) => {
            let clauses = serde_json::from_value(refutation["clauses"].clone());
            (variables.len(), clauses.unwrap())
        }
    }
}
