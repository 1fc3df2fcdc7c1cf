//! What Python asks and the page does not: with it the page's module would be a quarter larger.

use crate::{
    answer::{Solved, solved},
    asked::Asked,
    decode::Decode,
    error::Error,
    explore::{self, Explore},
    picture::Picture,
    session::{Session, Told},
};
use pegsat::{
    Checked, End, Evidence, JumpNumber, Objective, Problem, Wants, Watch, certificate, check,
    engine::{self, Approach, Reason},
    exact::{self, Distinct, Stored},
    printed::{Document, Printed},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

/// What may be asked besides, with the feature `desk`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum DeskQuestion {
    /// As `solve`, with all that the program prints of the answer, and further solutions.
    Answer {
        /// How it is found.
        #[serde(flatten)]
        asked: Asked,
        /// How many solutions in all; one where nothing is said.
        solutions: Option<Solutions>,
        /// What makes a solution another one.
        distinct: Option<Distinct>,
    },
    /// Boards as text or as pictures.
    Picture(Picture),
    /// The best solution, and why there is no better one. Opens the problem that it solves.
    Optimise {
        /// What is to be small.
        fewest: String,
        /// How it is found.
        #[serde(flatten)]
        asked: Asked,
    },
    /// A certificate that there is no solution, or a solution: an answer as to `solve`.
    Certify(Asked),
    /// The solution that an assignment is.
    Decode(Decode),
    /// Whether a certificate holds; and is about the open problem, if one is open.
    Verify {
        /// Its text.
        text: String,
        /// Where the proof is that it may name.
        #[serde(default)]
        folder: PathBuf,
    },
    /// What exhaustive search tells.
    Explore(Explore),
    /// Whether a game can be won through the position of this picture, and by which jumps; of a
    /// session that `explore` with `positions`, or `store`, opened.
    CanWin {
        /// The picture.
        picture: String,
    },
    /// The positions that can win, which `store` takes.
    Stored,
    /// Open the same problem with these positions that can win.
    Store {
        /// The answer to `stored`, as text.
        stored: String,
    },
}

/// How many solutions.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Solutions {
    /// All that there are.
    All,
    /// So many at most.
    #[serde(untagged)]
    Most(u64),
}

/// The word of a question.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "do")]
    word: String,
}

/// The answer, if the question is one of these.
pub(crate) fn told(
    session: &Session,
    question: &[u8],
    watch: &Watch,
) -> Option<Result<Told, Error>> {
    const WORDS: [&str; 10] = [
        "certify", "decode", "verify", "answer", "picture", "optimise", "explore", "can-win",
        "stored", "store",
    ];
    let head: Head = serde_json::from_slice(question).ok()?;
    WORDS.contains(&head.word.as_str()).then(|| {
        let question: DeskQuestion = serde_json::from_slice(question).map_err(Error::usage)?;
        question.told(session, watch)
    })
}

impl DeskQuestion {
    fn told(self, session: &Session, watch: &Watch) -> Result<Told, Error> {
        match self {
            DeskQuestion::Answer {
                asked,
                solutions,
                distinct,
            } => answer(session.problem()?, &asked, solutions, distinct, watch),
            DeskQuestion::Picture(picture) => Told::of(&picture.drawn(session.problem()?)?),
            DeskQuestion::Optimise { fewest, asked } => {
                optimise(session.problem()?, &fewest, &asked, watch)
            }
            DeskQuestion::Certify(asked) => certify(session.problem()?, &asked, watch),
            DeskQuestion::Decode(decode) => Told::of(&decode.solution(session.problem()?)?),
            DeskQuestion::Verify { text, folder } => {
                Told::of(&verify(session.problem.as_ref(), &text, &folder, watch)?)
            }
            DeskQuestion::Explore(explore) => explore.seen(session.problem()?, watch),
            DeskQuestion::CanWin { picture } => Told::of(&explore::can_win(
                session.problem()?,
                stored(session)?,
                &picture,
            )?),
            DeskQuestion::Stored => Told::of(stored(session)?),
            DeskQuestion::Store { stored } => {
                let stored: Stored = serde_json::from_str(&stored).map_err(Error::usage)?;
                let opened = Session {
                    stored: Some(stored.into()),
                    ..session.clone()
                };
                Ok(Told {
                    opened: Some(opened),
                    ..Told::of(&())?
                })
            }
        }
    }
}

fn stored(session: &Session) -> Result<&Stored, Error> {
    let stored = session.stored.as_deref();
    stored.ok_or_else(|| Error::usage("ask for it: explore(…, positions=True)"))
}

/// An answer, all that the program prints of it, and further solutions.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    first: Solved,
    printed: Printed,
    others: Vec<Vec<JumpNumber>>,
    /// Whether there are no more.
    are_all: bool,
}

impl Whole {
    fn of(problem: &Problem, answer: &engine::Answer) -> Result<Self, Error> {
        let certificate = match &answer.end {
            End::Unsolvable(evidence) => evidence.certificate(),
            _ => None,
        };
        Ok(Whole {
            first: solved(problem, answer)?,
            printed: Printed {
                certificate: certificate.map(Document::of),
                ..Printed::of(problem, answer)
            },
            others: Vec::new(),
            are_all: false,
        })
    }
}

fn answer(
    problem: &Problem,
    asked: &Asked,
    solutions: Option<Solutions>,
    distinct: Option<Distinct>,
    watch: &Watch,
) -> Result<Told, Error> {
    let ask = asked.ask()?;
    let most = match solutions {
        None => Some(1),
        Some(Solutions::All) => None,
        Some(Solutions::Most(0)) => {
            return Err(Error::usage(
                "solutions: expected a number from 1, or 'all'",
            ));
        }
        Some(Solutions::Most(most)) => Some(most),
    };
    let lists = most != Some(1);
    if lists {
        ask.allow_lists()?;
    }
    let answer = pegsat::solve(problem, &ask, watch)?;
    let mut whole = Whole::of(problem, &answer)?;
    if let (End::Solved { jumps, .. }, true) = (&answer.end, lists) {
        let found = &mut |jumps: &[JumpNumber]| {
            whole.others.push(jumps.to_vec());
            true
        };
        whole.are_all = exact::solutions(problem, jumps, distinct, most, watch, found).is_whole;
        // The first is the answer's own, or one that stands for it; a limit may come before it.
        whole.others.drain(..1.min(whole.others.len()));
    }
    Told::of(&whole)
}

fn optimise(problem: &Problem, fewest: &str, asked: &Asked, watch: &Watch) -> Result<Told, Error> {
    let objective = Objective::named(fewest)
        .ok_or_else(|| Error::usage("fewest: expected sweeps, jumps-to-dead-end or pegs"))?;
    let ask = asked.ask()?.wants(Wants::Fewest(objective));
    let answer = pegsat::optimise(problem, &ask, watch)?;
    let (_, reason) = answer.end.outcome();
    let found = answer.optimum.as_deref();
    let found = found.ok_or_else(|| {
        Error::failed("no optimum was looked for: this is a bug, please report it")
    })?;
    // A way to a dead end is a solution of the problem with that goal.
    let solved = match &found.best {
        Some((value, _)) => objective.problem(problem, *value),
        None => problem.clone(),
    };
    let evidence = found.evidence.as_ref();
    let reason = reason.filter(|reason| reason.is_failure());
    Ok(Told {
        opened: Some(Session::about(solved)),
        ..Told::of(&json!({
            "value": found.value(),
            "bound": found.bound,
            "proved": found.is_settled(),
            "unsolvable": found.is_unsolvable,
            "trusted": evidence == Some(&Evidence::Trust),
            "checked": evidence.and_then(Evidence::checked).map(Checked::name),
            "reason": reason.map(Reason::name),
            "jumps": found.best.as_ref().map(|(_, jumps)| jumps),
        }))?
    })
}

fn certify(problem: &Problem, asked: &Asked, watch: &Watch) -> Result<Told, Error> {
    let ask = asked.ask()?;
    if matches!(
        ask.approach,
        Approach::Formula | Approach::Beam | Approach::Windows
    ) {
        let name = ask.approach;
        let text = format!("kind: '{name}' finds solutions and certifies nothing");
        return Err(Error::usage(text));
    }
    let answer = pegsat::certify(problem, &ask, watch)?;
    Told::of(&Whole::of(problem, &answer)?)
}

/// Checks a certificate by a checker that shares nothing with what made it.
fn verify(
    problem: Option<&Problem>,
    text: &str,
    folder: &Path,
    watch: &Watch,
) -> Result<Value, Error> {
    let rejected = |why: String| Error::usage(format!("rejected: {why}"));
    let beside = |name: &str| {
        let path = folder.join(name);
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("is no regular file")); // a pipe would be waited for
        }
        Ok(Box::new(BufReader::new(File::open(path)?)) as check::Opened)
    };
    let verdict = check::verify(text, &beside, &|| watch.check().is_ok());
    watch.check()?;
    let accepted = verdict.map_err(|rejection| rejected(rejection.to_string()))?;
    if let Some(problem) = problem.filter(|problem| !certificate::is_about(&accepted, problem)) {
        let name = problem.name();
        return Err(rejected(format!("it is about another problem than {name}")));
    }
    Ok(json!({
        "name": accepted.name,
        "kind": accepted.kind,
        "work": accepted.work,
        "most_sweeps": accepted.most_sweeps,
    }))
}
