//! A question to a system, and what its answer is worth: solutions are replayed; that there is
//! none, or none better, is the system's word.

use super::{
    Fewest, Format, System, SystemAnswer, SystemError,
    run::{self, SystemQuestion},
};
use crate::{
    engine::{
        self, Answer, Approach, Ask, End, EngineError, Evidence, Reason, Seconds, Task,
        ask::DEFAULT_MODEL,
        optimum::{Objective, Optimum},
    },
    model::{Options, PDDL, PDDL_SWEEPS},
    problem::Problem,
    solution::checker::{self, Wrong},
    solver,
    watch::{Stopwatch, Watch},
};

/// What came of asking a system.
enum Heard {
    /// What it says, and how many choices its search took, if it counts them.
    Said(SystemAnswer, Option<u64>),
    /// Nothing, and why.
    Nothing(Reason, Option<String>),
}

/// The problem that a system is told where this is to be small, and how it is told.
pub fn told(objective: Objective, problem: &Problem) -> (Problem, Fewest) {
    let most = problem.start().n_pegs().saturating_sub(1);
    let fewest = match objective {
        Objective::JumpsToDeadEnd => Fewest::Jumps,
        Objective::Sweeps | Objective::Pegs => Fewest::Sweeps,
    };
    (objective.problem(problem, most), fewest)
}

/// Whether the system can be asked so.
///
/// # Errors
/// If it takes no such model, or knows nothing of what is asked besides.
fn fits(system: &System, ask: &Ask) -> Result<(), EngineError> {
    let model = ask.model.as_deref().unwrap_or(DEFAULT_MODEL);
    if !system.takes(model) {
        return Err(EngineError::Refused(system.refusal(model)));
    }
    let is_formula = system.takes.is_formula(model);
    let is_told = system.can_be_told_how(model);
    let is_proved = system.is_solver();
    let unfit = [
        ("layers", ask.layers.is_some() && !is_formula),
        ("order", ask.order.is_some() && !is_formula),
        ("sweeps", ask.sweeps.is_some() && !is_formula),
        ("search", ask.search.is_some() && !is_told),
        ("without", !ask.without.is_empty() && !is_proved),
        ("--proof", ask.proof.is_some() && !is_proved),
    ];
    match unfit.iter().find(|(_, unfit)| *unfit) {
        None => Ok(()),
        Some((what, _)) => {
            let name = &system.name;
            Err(EngineError::Refused(format!(
                "{model}@{name}: {name} takes no {what}; leave {what} out"
            )))
        }
    }
}

/// The solver that the engine asks, if the system takes clauses; `None` for one that searches by
/// itself.
///
/// # Errors
/// If it is not here, or cannot be asked so.
pub fn solver(system: &System, ask: &Ask) -> Result<Option<String>, EngineError> {
    if ask.objective().is_none() {
        fits(system, ask)?;
    }
    // A part is the same question whether its proof is kept or not.
    let no_proof = ask.trust && ask.proof.is_none() && ask.part.is_none();
    Ok(system.solver(ask.seed, no_proof)?)
}

/// That a system that searches by itself can be asked so.
///
/// # Errors
/// If it cannot.
pub fn check(system: &System, ask: &Ask, problem: &Problem) -> Result<(), EngineError> {
    if ask.part.is_some() {
        return Err(EngineError::Refused(format!(
            "--cube: {} takes no clauses; leave one of them out",
            system.name
        )));
    }
    Inquiry::new(system, ask, problem).map(drop)
}

/// A solution by the system, or that there is none.
///
/// # Errors
/// If what was asked is at fault, or a file could not be written.
pub fn solve(
    system: &System,
    problem: &Problem,
    ask: &Ask,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    Inquiry::new(system, ask, problem)?.solve(problem, watch)
}

/// The best solution, by a system that searches for it by itself.
///
/// # Errors
/// As [`solve`].
pub fn optimise(
    system: &System,
    problem: &Problem,
    ask: &Ask,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    let objective = ask.objective().ok_or_else(engine::optimum::no_optimum)?;
    Inquiry::new(system, ask, problem)?.optimise(problem, objective, watch)
}

/// How answers say that the system was asked.
///
/// # Errors
/// If it cannot be asked so.
pub fn task(system: &System, ask: &Ask, problem: &Problem) -> Result<Task, EngineError> {
    Ok(Inquiry::new(system, ask, problem)?.task(problem))
}

impl System {
    /// Whether it takes clauses: then it is a solver like others.
    fn is_solver(&self) -> bool {
        self.takes == Format::Dimacs
    }

    /// The solver that a system of clauses is, without its proof if that is not read; `None` for
    /// another one.
    fn solver(&self, seed: u64, no_proof: bool) -> Result<Option<String>, SystemError> {
        let place = self.place()?;
        if !self.is_solver() {
            return Ok(None);
        }
        let words = solver::process::words(
            &self.command,
            &[
                ("{program}", place.display().to_string()),
                ("{data}", "{cnf}".into()),
                ("{seed}", seed.to_string()),
            ],
        );
        let words = words
            .iter()
            .filter(|word| !(no_proof && word.contains("{proof}")));
        Ok(Some(format!("cmd:{}", shell_words::join(words))))
    }
}

/// What a system is asked, and whether its word counts.
struct Inquiry {
    question: SystemQuestion,
    trust: bool,
}

impl Inquiry {
    fn new(system: &System, ask: &Ask, problem: &Problem) -> Result<Self, EngineError> {
        let best = ask
            .objective()
            .map(|objective| objective.model(Some(problem)).name);
        let model = ask.model.as_deref().or(best).unwrap_or(DEFAULT_MODEL);
        let additions = || Options::from(ask.additions.clone().unwrap_or_default());
        let (options, fewest) = match ask.objective() {
            None => {
                fits(system, ask)?;
                let options = match model {
                    // It states no formula.
                    PDDL | PDDL_SWEEPS => additions(),
                    _ => ask.stated(problem)?.options,
                };
                (options, Fewest::Nothing)
            }
            Some(_) if !system.takes(model) => {
                return Err(EngineError::Refused(system.refusal(model)));
            }
            Some(objective) => {
                if let Some(search) = ask.search {
                    return Err(EngineError::Refused(format!(
                        "--search {search}: for an optimum {} has its own search; leave \
                         --search out",
                        system.name
                    )));
                }
                (additions(), told(objective, problem).1)
            }
        };
        Ok(Inquiry {
            question: SystemQuestion {
                system: system.clone(),
                model: model.into(),
                options,
                fewest,
                seed: ask.seed,
                search: ask.search,
            },
            trust: ask.trust,
        })
    }

    fn task(&self, problem: &Problem) -> Task {
        let SystemQuestion {
            system,
            model,
            options,
            seed,
            search,
            ..
        } = &self.question;
        Task {
            model: model.clone(),
            options: options.clone(),
            solver: system.name.clone(),
            seed: *seed,
            search: *search,
            ..Task::new(problem, Objective::Pegs.model(None))
        }
    }

    fn ask(&self, problem: &Problem, watch: &Watch) -> Result<Heard, EngineError> {
        match run::ask(problem, &self.question, watch).map_err(EngineError::from) {
            Ok((said, choices)) => Ok(Heard::Said(said, choices)),
            Err(EngineError::Stopped(stop)) => Ok(Heard::Nothing((&stop).into(), None)),
            Err(error) if error.is_usage() || error.is_output() => Err(error),
            Err(error) => {
                let message = Some(error.to_string());
                Ok(Heard::Nothing(Reason::SolverFailed, message))
            }
        }
    }

    fn wrong(&self, wrong: Wrong) -> String {
        let system = self.question.system.name.clone();
        EngineError::WrongJumps { system, wrong }.to_string()
    }

    /// A solution, or that there is none.
    fn solve(&self, problem: &Problem, watch: &Watch) -> Result<Answer, EngineError> {
        let begin = Stopwatch::start();
        let task = self.task(problem);
        // No twin states what is over before it begins.
        if problem.n_jumps().is_none_or(|jumps| *jumps.end() == 0) {
            let ask = Ask::default().approach(Approach::Exhaustion);
            let answer = engine::solve(problem, &ask, watch)?;
            return Ok(Answer { task, ..answer });
        }
        let ((end, message), choices) = match self.ask(problem, watch)? {
            Heard::Said(said, choices) => (self.end(problem, said), choices),
            Heard::Nothing(reason, message) => ((End::Unknown(reason), message), None),
        };
        let is_known = !matches!(end, End::Unknown(_));
        Ok(Answer {
            end,
            road: is_known.then(|| "system".into()),
            tried: vec!["system".into()],
            choices,
            seconds: Seconds {
                total: begin.seconds(),
                ..Seconds::default()
            },
            message,
            ..Answer::unknown(task, Reason::Layers)
        })
    }

    /// What its word is worth.
    fn end(&self, problem: &Problem, said: SystemAnswer) -> (End, Option<String>) {
        match said {
            SystemAnswer::Jumps(found, _) => match checker::check_numbers(problem, &found.jumps) {
                Err(wrong) => (End::Unknown(Reason::SolverFailed), Some(self.wrong(wrong))),
                Ok(()) => {
                    let end = End::Solved {
                        jumps: found.jumps,
                        layer_sizes: None,
                    };
                    (end, None)
                }
            },
            SystemAnswer::Unsolvable if !self.trust => (
                End::Unknown(Reason::Unchecked),
                Some(engine::task::UNCHECKED.into()),
            ),
            SystemAnswer::Unsolvable if self.question.is_complete(problem) => {
                (End::Unsolvable(Evidence::Trust), None)
            }
            SystemAnswer::Unsolvable => (End::Unknown(Reason::Layers), None),
            SystemAnswer::Assignment(_) | SystemAnswer::Unknown => {
                let gave_up = "the solver gave up".into();
                (End::Unknown(Reason::SolverFailed), Some(gave_up))
            }
        }
    }

    /// The best solution, by a system that searches for it by itself.
    fn optimise(
        &self,
        problem: &Problem,
        objective: Objective,
        watch: &Watch,
    ) -> Result<Answer, EngineError> {
        let begin = Stopwatch::start();
        let mut found = Optimum::new(objective);
        let (mut choices, mut ended) = (None, (None, None));
        match self.ask(&told(objective, problem).0, watch)? {
            Heard::Nothing(reason, message) => ended = (Some(reason), message),
            Heard::Said(said, counted) => {
                choices = counted;
                match self.best(problem, said, &mut found) {
                    Err(wrong) => {
                        ended = (Some(Reason::SolverFailed), Some(self.wrong(wrong)));
                    }
                    Ok(None) => ended.0 = Some(Reason::SolverFailed),
                    Ok(Some(_)) if !self.trust => {
                        let text = "the system says that there is nothing better, and nothing has \
                                    checked that; 'pegsat optimise' finds out, --trust takes its \
                                    word";
                        ended = (Some(Reason::Unchecked), Some(text.into()));
                    }
                    Ok(Some(bound)) => {
                        found.bound = bound;
                        found.evidence = Some(Evidence::Trust);
                    }
                }
            }
        }
        let (reason, message) = ended;
        Ok(Answer {
            end: found.end(reason),
            choices,
            seconds: Seconds {
                total: begin.seconds(),
                ..Seconds::default()
            },
            message,
            optimum: Some(Box::new(found)),
            ..Answer::unknown(self.task(problem), Reason::Layers)
        })
    }

    /// Takes in what the system found, and returns what it says that nothing is better than.
    fn best(
        &self,
        problem: &Problem,
        said: SystemAnswer,
        found: &mut Optimum,
    ) -> Result<Option<usize>, Wrong> {
        match said {
            SystemAnswer::Jumps(answer, is_best) => {
                let value = found.objective.value(problem, &answer.jumps);
                let stated = found.objective.problem(problem, value);
                checker::check_numbers(&stated, &answer.jumps)?;
                found.best = Some((value, answer.jumps));
                Ok(is_best.then_some(value))
            }
            SystemAnswer::Unsolvable => {
                found.is_unsolvable = self.trust;
                Ok(Some(0))
            }
            SystemAnswer::Assignment(_) | SystemAnswer::Unknown => Ok(None),
        }
    }
}

impl From<SystemError> for EngineError {
    fn from(error: SystemError) -> Self {
        match error {
            SystemError::Process(error) => error.into(),
            SystemError::Formula(error) => error.into(),
            SystemError::Additions(error) => error.into(),
            error => EngineError::Refused(error.to_string()),
        }
    }
}
