//! What DIMACS solvers print: `s` and `v` lines as in the SAT competition,
//! MiniSat's result file (`SAT` or `UNSAT`, then the literals), a bare model, or
//! the `x1 -x2` of pseudo-Boolean solvers.

use super::Verdict;
use std::io::{self, BufRead, Read};

/// Why an output is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line is not as expected.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The output ends too early.
    #[error("{0}")]
    Incomplete(String),
}

/// The longest line that is read, besides the literals that it may hold, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Reads an output for a formula of `n_vars` variables. Variables that it does
/// not mention are false.
///
/// # Errors
/// At a line of another form, a literal that the formula does not have or that
/// contradicts an earlier one, or if there is no answer.
pub fn parse(input: &mut dyn BufRead, n_vars: u32) -> Result<Verdict, OutputError> {
    let mut status: Option<Verdict> = None;
    let mut values: Vec<Option<bool>> = vec![None; n_vars as usize];
    let (mut any_literal, mut ended, mut has_v_line) = (false, false, false);
    // Room for every literal in one line, and for what a solver may say of itself.
    let most = MAX_LINE + 24 * u64::from(n_vars);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if (&mut *input).take(most).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let error = |message: String| OutputError::Line { line, message };
        if bytes.len() as u64 == most {
            return Err(error("it is too long for a line of an answer".into()));
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| error("it is not UTF-8".into()))?;
        let text = text.trim();
        if text.is_empty() || text == "c" || text.starts_with("c ") {
            continue;
        }
        if let Some(verdict) = verdict(text) {
            if status.as_ref().is_some_and(|known| *known != verdict) {
                return Err(error(format!("'{text}' contradicts an earlier line")));
            }
            status = Some(verdict);
            continue;
        }
        let (is_v_line, words) = match text.strip_prefix('v') {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => (true, rest),
            _ => (false, text),
        };
        has_v_line |= is_v_line;
        for word in words.split_whitespace() {
            let (literal, is_named) = literal(word).ok_or_else(|| {
                let (word, expected) = match text.strip_prefix("s ") {
                    Some(rest) => (rest, "SATISFIABLE, UNSATISFIABLE or UNKNOWN after the s"),
                    None => (word, "a c, s or v line, or literals"),
                };
                let word: String = word.chars().take(40).collect();
                error(format!("'{word}'; expected {expected}"))
            })?;
            ended |= is_named; // such lines have no 0 at their end
            if literal == 0 {
                ended = true;
                continue;
            }
            let var = usize::try_from(literal.unsigned_abs() - 1).unwrap_or(usize::MAX);
            let value = values.get_mut(var).ok_or_else(|| {
                error(format!(
                    "literal {literal}, but the formula has {n_vars} variables"
                ))
            })?;
            if *value.get_or_insert(literal > 0) != (literal > 0) {
                return Err(error(format!(
                    "literal {literal} contradicts an earlier one"
                )));
            }
            any_literal = true;
        }
    }
    match status {
        Some(Verdict::Satisfiable(_)) if !any_literal && n_vars > 0 => Err(
            OutputError::Incomplete("it says satisfiable, but gives no assignment".into()),
        ),
        None if !any_literal => Err(OutputError::Incomplete(
            "it holds no answer: neither an s line nor literals".into(),
        )),
        None | Some(Verdict::Satisfiable(_)) if has_v_line && !ended => Err(
            OutputError::Incomplete("the v lines do not end with 0: the output is cut off".into()),
        ),
        None | Some(Verdict::Satisfiable(_)) => Ok(Verdict::Satisfiable(
            values
                .into_iter()
                .map(|value| value == Some(true))
                .collect(),
        )),
        Some(verdict) => Ok(verdict),
    }
}

/// The verdict that a line is, in the words of several solvers.
fn verdict(text: &str) -> Option<Verdict> {
    match text.strip_prefix("s ").unwrap_or(text).trim() {
        "SATISFIABLE" | "SAT" | "OPTIMUM FOUND" => Some(Verdict::Satisfiable(Vec::new())),
        "UNSATISFIABLE" | "UNSAT" => Some(Verdict::Unsatisfiable),
        "UNKNOWN" | "INDET" | "INDETERMINATE" => Some(Verdict::Unknown),
        _ => None,
    }
}

/// The literal that a word is, and whether it is the name of a variable, as in `-x3`.
fn literal(word: &str) -> Option<(i64, bool)> {
    let (number, is_named) = match (word.strip_prefix('x'), word.strip_prefix("-x")) {
        (Some(number), _) => (number.to_string(), true),
        (None, Some(number)) => (format!("-{number}"), true),
        (None, None) => (word.to_string(), false),
    };
    Some((number.parse().ok()?, is_named))
}
