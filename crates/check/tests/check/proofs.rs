//! Proofs: held against the plainest reading of reverse unit propagation, in each form that
//! they have, and their hints by a reader that follows hints alone.

use crate::puzzle::Chance;
use pegsat_check::Checking;
use std::collections::HashMap;
use std::io::Write;

type Clause = Vec<i32>;

/// Lemmas as text.
pub(crate) fn text(lemmas: &[Clause]) -> String {
    let line = |lemma: &Clause| {
        let literals: String = lemma.iter().map(|literal| format!("{literal} ")).collect();
        literals + "0\n"
    };
    lemmas.iter().map(line).collect()
}

/// Literals that are true, by number.
struct Values(Vec<i8>);

impl Values {
    fn of(&self, literal: i32) -> i8 {
        self.0[literal.unsigned_abs() as usize] * literal.signum() as i8
    }

    fn set(&mut self, literal: i32) {
        self.0[literal.unsigned_abs() as usize] = literal.signum() as i8;
    }

    /// Sets what follows; whether no clause is false.
    fn propagate(&mut self, clauses: &[Clause]) -> bool {
        loop {
            let mut is_done = true;
            for clause in clauses {
                if clause.iter().any(|&literal| self.of(literal) > 0) {
                    continue;
                }
                let mut open: Vec<i32> = clause
                    .iter()
                    .copied()
                    .filter(|&l| self.of(l) == 0)
                    .collect();
                open.sort_unstable();
                open.dedup();
                match open[..] {
                    [] => return false,
                    [one] => {
                        self.set(one);
                        is_done = false;
                    }
                    _ => {}
                }
            }
            if is_done {
                return true;
            }
        }
    }
}

/// Lemmas each of which follows by unit propagation, the last one empty; none if something
/// satisfies the clauses.
pub(crate) fn lemmas(n_vars: usize, clauses: &[Clause]) -> Option<Vec<Clause>> {
    let mut lemmas = Vec::new();
    let refuted = refute(n_vars, clauses, &mut Vec::new(), &mut lemmas);
    refuted.then_some(lemmas)
}

fn refute(n_vars: usize, clauses: &[Clause], path: &mut Clause, lemmas: &mut Vec<Clause>) -> bool {
    let mut values = Values(vec![0; n_vars + 1]);
    path.iter().for_each(|&literal| values.set(literal));
    if values.propagate(clauses) {
        let open = clauses
            .iter()
            .find(|clause| clause.iter().all(|&l| values.of(l) <= 0));
        let Some(open) = open else { return false };
        let free = *open.iter().find(|&&l| values.of(l) == 0).unwrap();
        for literal in [free, -free] {
            path.push(literal);
            let refuted = refute(n_vars, clauses, path, lemmas);
            path.pop();
            if !refuted {
                return false;
            }
        }
    }
    lemmas.push(path.iter().map(|literal| -literal).collect());
    true
}

/// Follows hints and nothing else: each of them is a clause that is there and leaves one literal
/// to be true, the last one none, and the last lemma is empty. How many clauses were deleted.
pub(crate) fn refuted_by_hints(formula: &[Clause], lrat: &str) -> usize {
    let mut deleted = 0;
    let mut last = formula.len() as i32;
    let mut clauses: HashMap<i32, Clause> = (1..).zip(formula.iter().cloned()).collect();
    let mut lines = lrat.lines();
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &&str| word.parse::<i32>().unwrap();
        if words[1] == "d" {
            assert_eq!(number(&words[0]), last, "{line}");
            for word in &words[2..words.len() - 1] {
                assert!(clauses.remove(&number(word)).is_some(), "{line}");
                deleted += 1;
            }
            continue;
        }
        let numbers: Clause = words.iter().map(number).collect();
        let mut parts = numbers[1..].split(|&number| number == 0);
        let (lemma, hints) = (parts.next().unwrap(), parts.next().unwrap());
        assert_eq!(parts.next(), Some(&[][..]), "{line}");
        assert_eq!(parts.next(), None, "{line}");
        let mut wrong: Clause = lemma.to_vec();
        let mut contradicted = false;
        for (place, hint) in hints.iter().enumerate() {
            let mut left = clauses[hint].clone();
            left.retain(|literal| !wrong.contains(literal));
            left.sort_unstable();
            left.dedup();
            match left[..] {
                [] => {
                    assert_eq!(place + 1, hints.len(), "{line}");
                    contradicted = true;
                }
                [literal] if place + 1 < hints.len() => {
                    assert!(
                        !wrong.contains(&-literal),
                        "{line}: {hint} says nothing new"
                    );
                    wrong.push(-literal);
                }
                _ => panic!("{line}: {hint} leaves {left:?}"),
            }
        }
        assert!(contradicted, "{line}");
        assert!(!clauses.contains_key(&numbers[0]), "{line}");
        last = numbers[0];
        if lemma.is_empty() {
            assert_eq!(lines.next(), None);
            return deleted;
        }
        clauses.insert(numbers[0], lemma.to_vec());
    }
    panic!("no empty clause");
}

/// A step of a proof: whether it deletes, and its clause.
pub(crate) type Step = (bool, Clause);

/// How many lemmas are read until the clauses are refuted, and how many clauses go; or why they
/// are not refuted.
pub(crate) fn plainly(
    n_vars: usize,
    formula: &[Clause],
    steps: &[Step],
) -> Result<(usize, usize), &'static str> {
    let mut clauses = formula.to_vec();
    // What is known for ever stays known.
    let mut known = Values(vec![0; n_vars + 1]);
    let mut refuted = !known.propagate(&clauses);
    let (mut read, mut gone) = (0, 0);
    for (deletes, clause) in steps {
        if refuted {
            break;
        }
        if clause
            .iter()
            .any(|literal| literal.unsigned_abs() as usize > n_vars)
        {
            return Err("a literal without a variable");
        }
        let mut sorted = clause.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if *deletes {
            let is_it = |other: &Clause| {
                let mut other = other.clone();
                other.sort_unstable();
                other.dedup();
                other == sorted
            };
            let stays = sorted.len() < 2 || sorted.iter().any(|&literal| known.of(literal) > 0);
            if let Some(place) = clauses.iter().rposition(is_it).filter(|_| !stays) {
                clauses.remove(place);
                gone += 1;
            }
            continue;
        }
        let mut values = Values(known.0.clone());
        let mut follows = false;
        for &literal in clause {
            follows |= values.of(literal) > 0;
            values.set(-literal);
        }
        if !follows && values.propagate(&clauses) {
            return Err("the lemma does not follow");
        }
        read += 1;
        clauses.push(clause.clone());
        refuted = !known.propagate(&clauses);
    }
    if refuted {
        Ok((read, gone))
    } else {
        Err("it does not end in a contradiction")
    }
}

/// The steps as text, and in the binary form.
fn forms(steps: &[Step]) -> (String, Vec<u8>) {
    let (mut lines, mut bytes) = (String::new(), Vec::new());
    for (deletes, clause) in steps {
        lines += if *deletes { "d " } else { "" };
        lines += &text(std::slice::from_ref(clause));
        bytes.push(if *deletes { b'd' } else { b'a' });
        for literal in clause {
            let mut number = 2 * literal.unsigned_abs() + u32::from(*literal < 0);
            while number > 127 {
                bytes.push(number as u8 & 127 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        bytes.push(0);
    }
    (lines, bytes)
}

fn clause(chance: &mut Chance, n_vars: usize) -> Clause {
    let literal = |chance: &mut Chance| {
        let variable = 1 + chance.below(n_vars) as i32;
        if chance.once_in(2) {
            variable
        } else {
            -variable
        }
    };
    (0..1 + chance.below(3)).map(|_| literal(chance)).collect()
}

#[test]
fn proofs_are_read_as_the_plainest_reader_does() {
    let mut chance = Chance(59);
    let mut verdicts = HashMap::<&str, usize>::new();
    for round in 0..20_000 {
        let n_vars = 2 + chance.below(5);
        // Variables of two bytes in the binary form.
        let beyond = if round % 10 == 0 { 100 } else { 0 };
        let shift = |clause: Clause| -> Clause {
            clause
                .iter()
                .map(|literal| literal + beyond * literal.signum())
                .collect()
        };
        let n_clauses = chance.below(4 * n_vars);
        let formula: Vec<Clause> = (0..n_clauses)
            .map(|_| shift(clause(&mut chance, n_vars)))
            .collect();
        let all = n_vars + beyond as usize;
        let mut steps: Vec<Step> = Vec::new();
        for _ in 0..chance.below(12) {
            let step = match chance.below(3) {
                0 if !formula.is_empty() => (true, chance.one_of(&formula)),
                1 if !steps.is_empty() => (true, chance.one_of(&steps).1),
                _ => (false, shift(clause(&mut chance, n_vars))),
            };
            steps.push(step);
        }
        // Most proofs have lemmas that follow.
        if !chance.once_in(5) {
            let mut kept = Vec::new();
            for step in steps {
                kept.push(step);
                if plainly(all, &formula, &kept) == Err("the lemma does not follow") {
                    kept.pop();
                }
            }
            steps = kept;
        }
        if chance.once_in(40) {
            steps.push((chance.once_in(2), vec![all as i32 + 1]));
        }
        if chance.once_in(3) {
            steps.extend(
                lemmas(all, &formula)
                    .into_iter()
                    .flatten()
                    .map(|lemma| (false, lemma)),
            );
        }
        let plain = plainly(all, &formula, &steps);
        let (lines, bytes) = forms(&steps);
        let ask = |proof: &[u8]| {
            let verdict = pegsat_check::proof(all, &formula, proof, &|| true);
            verdict.map_err(|rejection| rejection.to_string())
        };
        let streamed = streamed(all, &formula, &bytes);
        for verdict in [ask(lines.as_bytes()), ask(&bytes), streamed] {
            match (&plain, verdict) {
                (Ok((read, _)), verdict) => assert_eq!(verdict, Ok(*read), "{formula:?}\n{lines}"),
                (Err(reason), Err(said)) => assert!(said.ends_with(reason), "{said}"),
                (Err(reason), Ok(_)) => panic!("{reason}\n{formula:?}\n{lines}"),
            }
        }
        *verdicts
            .entry(plain.err().unwrap_or("refuted"))
            .or_default() += 1;
        assert_eq!(
            pegsat_check::proof_as_text(bytes.clone()).unwrap(),
            lines.as_bytes()
        );
        for form in [lines.as_bytes(), &bytes] {
            let mut read: Vec<Step> = Vec::new();
            let mut each = |deletes, clause: &[i32]| {
                read.push((deletes, clause.to_vec()));
                Ok(())
            };
            pegsat_check::steps(form, &mut each).unwrap();
            assert_eq!(read, steps);
        }
    }
    assert!(
        verdicts.len() == 4 && verdicts.values().all(|&n| n > 200),
        "{verdicts:?}"
    );
}

/// The verdict on a binary proof that is checked while it is written, in pieces.
fn streamed(n_vars: usize, formula: &[Clause], bytes: &[u8]) -> Result<usize, String> {
    let go_on = || true;
    let mut checking = Checking::new(n_vars, formula, &go_on).unwrap();
    let failed = bytes
        .chunks(3)
        .any(|piece| checking.write_all(piece).is_err());
    let verdict = checking.finish().map_err(|rejection| rejection.to_string());
    assert!(!failed || verdict.is_err());
    verdict
}

/// Proofs that cannot be read, with what is said of them.
#[test]
fn what_is_no_proof_is_said_with_its_place() {
    let formula = [vec![1, 2], vec![1, -2], vec![-1, 2]];
    let ask = |proof: &[u8]| {
        let verdict = pegsat_check::proof(200, &formula, proof, &|| true);
        verdict.map_or_else(|rejection| rejection.to_string(), |n| format!("{n} lemmas"))
    };
    let rest = "1 0\n";
    for (proof, said) in [
        ("c a comment\n\n1 0\n", "it does not end in a contradiction"),
        ("1 0\n2 0\n3", "line 3: expected literals and 0"),
        ("1 0 2 0\n", "line 1: expected literals and 0"),
        ("1 x 0\n", "line 1: expected literals and 0"),
        ("-2147483648 0\n", "line 1: expected literals and 0"),
        ("2147483647 0\n", "line 1: a literal without a variable"),
        ("201 0\n", "line 1: a literal without a variable"),
        ("200 0\n", "line 1: the lemma does not follow"),
        ("c\n1 0\nd 3 0\n-3 0\n", "line 4: the lemma does not follow"),
        ("1 0\n0\n", "line 2: the lemma does not follow"),
        ("\u{e9} 0\n", "line 1: expected literals and 0"),
        ("a 1 0\n", "line 1: expected literals and 0"),
    ] {
        assert_eq!(ask(proof.as_bytes()), said, "{proof:?}");
    }
    assert_eq!(ask(b"\xff 0\n"), "line 1: expected literals and 0");
    let with_rest = pegsat_check::proof(
        2,
        formula.iter().chain([&vec![-1, -2]]),
        rest.as_bytes(),
        &|| true,
    );
    assert_eq!(with_rest, Ok(1));
    for (proof, said) in [
        (&b"a\x02\x00a\x04"[..], "step 2: expected literals and 0"),
        (b"a\x02\x00b\x04\x00", "step 2: expected literals and 0"),
        (b"a\x02\x00a\x80\x00", "step 2: expected literals and 0"),
        (b"a\x02\x00a\x01\x00", "step 2: expected literals and 0"),
        (
            b"a\x02\x00a\xff\xff\xff\xff\x7f\x00",
            "step 2: expected literals and 0",
        ),
        (
            b"a\x02\x00a\x82\x80\x80\x80\x80\x00\x00",
            "step 2: expected literals and 0",
        ),
        (
            b"a\x02\x00a\xfe\xff\xff\xff\x0f\x00",
            "step 2: a literal without a variable",
        ),
        (b"a\x02\x00a\x05\x00", "step 2: the lemma does not follow"),
        (b"a\x02\x00d\x05\x00", "it does not end in a contradiction"),
    ] {
        assert_eq!(ask(proof), said, "{proof:?}");
        let streamed = streamed(200, &formula, proof);
        match proof.last() {
            // It was not written to its end.
            Some(4) => assert_eq!(streamed, Err("it does not end in a contradiction".into())),
            _ => assert_eq!(streamed, Err(said.into()), "{proof:?}"),
        }
    }
    assert!(pegsat_check::proof_as_text(b"a\x02\x00b\x04\x00".to_vec()).is_err());
    // Whoever asks may stop it.
    let stopped = pegsat_check::proof(2, &formula, &b"1 0\n"[..], &|| false);
    assert_eq!(
        stopped.unwrap_err().to_string(),
        "it was not read to its end"
    );
    let never = || false;
    let mut checking = Checking::new(2, &formula, &never).unwrap();
    assert!(checking.write_all(b"a\x02\x00").is_err());
    assert_eq!(
        checking.finish().unwrap_err().to_string(),
        "it was not read to its end"
    );
}

/// Something that cannot be read, and a caller that has heard enough.
#[test]
fn errors_of_those_who_read_come_through() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("a broken disk"))
        }
    }
    let broken = std::io::BufReader::new(Broken);
    let verdict = pegsat_check::proof(1, [[1]], broken, &|| true);
    assert_eq!(
        verdict.unwrap_err().to_string(),
        "it cannot be read: a broken disk"
    );
    let mut each = |_: bool, _: &[i32]| Err(std::io::Error::other("enough"));
    let verdict = pegsat_check::steps(&b"1 0\n"[..], &mut each);
    assert_eq!(verdict.unwrap_err().to_string(), "enough");
}
