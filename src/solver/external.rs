//! Any program that reads DIMACS, as `cmd:'PROGRAM ARGS'`.
//!
//! In the arguments `{cnf}` stands for the formula's file (added at the end if
//! it is not mentioned), `{out}` for a file that the program writes its answer
//! to in place of standard output, `{proof}` for its proof.
//!
//! The program's work is the time that it runs, as nothing else is known of it: so
//! where several attempts take turns, which one answers first depends on the
//! machine.

use super::{
    Backend, Context, SolverError, Verdict, output,
    process::{self, Output},
};
use crate::{
    formula::{Cnf, dimacs},
    supervise::open_regular,
};
use std::{io::BufReader, process::Command};

/// A program.
pub(super) struct External {
    words: Vec<String>,
}

impl External {
    pub(super) fn new(command: &str) -> Result<Self, SolverError> {
        let wrong = |reason| {
            let example = "expected for example cmd:'cadical -q'";
            SolverError::Asked(format!("'cmd:{command}': {reason}; {example}"))
        };
        let mut words = shell_words::split(command).map_err(|_| wrong("a quote is not closed"))?;
        if words.is_empty() {
            return Err(wrong("no program is named"));
        }
        if !words[1..].iter().any(|word| word.contains("{cnf}")) {
            words.push("{cnf}".into());
        }
        Ok(External { words })
    }

    fn mentions(&self, name: &str) -> bool {
        self.words.iter().any(|word| word.contains(name))
    }
}

impl Backend for External {
    fn writes_proofs(&self) -> bool {
        self.mentions("{proof}")
    }

    fn solve(&self, cnf: &Cnf, context: Context<'_>) -> Result<Verdict, SolverError> {
        let program = &self.words[0];
        let failed = |reason: String| SolverError::Failed(format!("{program}: {reason}"));
        if context.proof.is_some() && !self.mentions("{proof}") {
            return Err(SolverError::no_proof(&format!("cmd:{program}")));
        }
        let scratch = process::scratch()?;
        let [formula, answer, proof] =
            ["formula.cnf", "answer.txt", "proof"].map(|name| scratch.path().join(name));
        process::write(&formula, |mut out| dimacs::write(&mut out, cnf, &[]))?;
        let files = [
            ("{cnf}", formula.display().to_string()),
            ("{out}", answer.display().to_string()),
            ("{proof}", proof.display().to_string()),
        ];
        let mut command = Command::new(program);
        command.args(process::words(&self.words[1..], &files));
        let (to_file, n_vars) = (self.mentions("{out}"), cnf.n_vars);
        let Output { read, status } =
            process::attend(command, context.watch, move |mut out| match to_file {
                true => Ok(std::io::copy(&mut out, &mut std::io::sink()).map(|_| None)?),
                false => output::parse(&mut out, n_vars).map(Some),
            })?;
        let parsed = match read {
            Ok(None) => open_regular(&answer)
                .map_err(output::OutputError::Io)
                .and_then(|file| output::parse(&mut BufReader::new(file), cnf.n_vars)),
            Ok(Some(verdict)) => Ok(verdict),
            Err(error) => Err(error),
        };
        match parsed {
            // Solutions are replayed, but a refutation by a program that
            // crashed is nobody's word.
            Ok(Verdict::Unsatisfiable) if !matches!(status.code(), Some(0 | 20)) => Err(failed(
                format!("says unsatisfiable, but ended with {status}"),
            )),
            Ok(verdict) => {
                if let (Verdict::Unsatisfiable, Some(out)) = (&verdict, context.proof)
                    && let Ok(mut written) = open_regular(&proof)
                {
                    std::io::copy(&mut written, out).map_err(SolverError::Proof)?;
                }
                Ok(verdict)
            }
            Err(error @ output::OutputError::Incomplete(_))
                if !status.success() && !matches!(status.code(), Some(10 | 20)) =>
            {
                Err(failed(format!("ended with {status}; its output: {error}")))
            }
            Err(error) => {
                let hint = match to_file {
                    true => "",
                    false => {
                        "; if the program writes its answer to a file, say {out} in its arguments"
                    }
                };
                Err(failed(format!("{error}{hint}")))
            }
        }
    }
}
