//! Pegsat in Python: the engine's functions with the command line's words.
//!
//! Nothing of the game and no policy is here: arguments become an `Ask`,
//! answers become objects.

mod answer;
mod certificate;
mod either;
mod formula;
mod parts;
mod picture;
mod problem;
mod state;
mod work;

use answer::{Answer, Explored, Optimum};
use certificate::{Accepted, Certificate};
use either::either;
use formula::Formula;
use pegsat::{
    Ask, End, EngineError, JumpNumber,
    engine::{self, hint, optimum::Objective},
    exact::{self, Distinct, Questions, Stored},
    model::{self, Additions, Layers, Method, additions::states, layers},
};
use picture::Picture;
use problem::{Jump, Problem, Solution, Source};
use pyo3::prelude::*;
use std::{
    io::Read,
    path::{Path, PathBuf},
};
use work::{Limits, Number, Size, Time, usage, within, work};

/// More than any board has holes.
const MOST_STEPS: u64 = u32::MAX as u64;

/// A number of solutions, or 'all'.
enum Solutions {
    Number(Number),
    Text(String),
}
either!(Solutions, "a number, or 'all'": Number(Number), Text(String));

/// A number of layers, or 'auto'.
enum LayersWord {
    Number(Number),
    Text(String),
}
either!(LayersWord, "a number, or 'auto'": Number(Number), Text(String));

/// What is asked of a model.
fn ask(
    model: Option<&str>,
    add: Option<&str>,
    layers: Option<LayersWord>,
    order: Option<&str>,
    sweeps: Option<Number>,
) -> PyResult<Ask> {
    let method = model.map(str::parse::<Method>).transpose().map_err(usage)?;
    if let Some(Method {
        system: Some(system),
        ..
    }) = &method
    {
        let text = format!("model: '@{system}': other systems are asked on the command line");
        return Err(usage(text));
    }
    let named = method.as_ref().map(Ask::from).unwrap_or_default();
    let add = add
        .map(str::parse::<Additions>)
        .transpose()
        .map_err(usage)?;
    let order = order.map(str::parse).transpose();
    let layers = match layers {
        None => None,
        Some(LayersWord::Number(number)) => {
            Some(within("layers", number, 1..=MOST_STEPS)?.to_string())
        }
        Some(LayersWord::Text(text)) => Some(text),
    };
    let layers = layers.map(|text| text.parse::<Layers>()).transpose();
    let layers = layers.map_err(|error| usage(format!("layers: {error}")))?;
    let sweeps = sweeps.map(|sweeps| within("sweeps", sweeps, 0..=MOST_STEPS));
    let order = order.map_err(|error| usage(format!("order: {error}")))?;
    let mut ask = named;
    ask.additions = add.or(ask.additions);
    ask.layers = layers.and_then(Layers::number).or(ask.layers);
    ask.order = order.or(ask.order);
    ask.sweeps = sweeps.transpose()?.map(|sweeps| sweeps as usize);
    Ok(ask)
}

/// Finds a solution, or shows that there is none: an Answer.
///
/// What a keyword means is what it means on the command line: model='C+independence',
/// layers=4 or 'auto', order='ripple', solver='varisat' or 'batsat', approach='formula',
/// solutions=3 or 'all', distinct='symmetry' or 'order', timeout=30 or '30s', memory='2G'. progress=Bar() shows how it goes; another function is
/// called with a dictionary. The same arguments give the same answer, with one job.
///
/// >>> import pegsat
/// >>> pegsat.solve("reversal:2,0")
/// <reversal:2,0: solved, 31 jumps in 30 sweeps>
/// >>> pegsat.solve("central", model="Q")
/// Traceback (most recent call last):
/// ...
/// ValueError: no model is called 'Q'; expected A, B, C, D, E, S (an example of what may stand here: C+independence+pagoda=2)
#[pyfunction]
#[pyo3(signature = (problem = Source::Text("central".into()), *, model = None, add = None, layers = None, order = None, sweeps = None, solver = "varisat", seed = 0, solutions = Solutions::Number(Number::from(1)), distinct = None, jobs = 1, approach = "auto", trust = false, timeout = None, memory = None, progress = None), text_signature = "(problem='central', *, model=None, add=None, layers=None, order=None, sweeps=None, solver='varisat', seed=0, solutions=1, distinct=None, jobs=1, approach='auto', trust=False, timeout=None, memory=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn solve(
    py: Python<'_>,
    problem: Source,
    model: Option<&str>,
    add: Option<&str>,
    layers: Option<LayersWord>,
    order: Option<&str>,
    sweeps: Option<Number>,
    solver: &str,
    seed: Number,
    solutions: Solutions,
    distinct: Option<&str>,
    jobs: Number,
    approach: &str,
    trust: bool,
    timeout: Option<Time>,
    memory: Option<Size>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let problem = problem.problem(py)?;
    let jobs = within("jobs", jobs, 1..=256)? as usize;
    let most = match solutions {
        Solutions::Number(number) => Some(within("solutions", number, 1..=u64::MAX)?),
        Solutions::Text(text) if text == "all" => None,
        Solutions::Text(_) => return Err(usage("solutions: expected a number from 1, or 'all'")),
    };
    let distinct = distinct.map(str::parse::<Distinct>).transpose();
    let distinct = distinct.map_err(|error| usage(format!("distinct: {error}")))?;
    let named = ask(model, add, layers, order, sweeps)?;
    let ask = named
        .solver(solver.into())
        .seed(within("seed", seed, 0..=u64::MAX)?)
        .jobs(jobs)
        .approach(
            approach
                .parse()
                .map_err(|error| usage(format!("approach: {error}")))?,
        )
        .trust(trust);
    let lists = most != Some(1);
    if lists {
        ask.allow_lists().map_err(work::engine)?;
    }
    let limits = Limits::new(timeout, memory)?.telling(progress);
    let found = work(py, limits, |watch| -> Result<_, EngineError> {
        let answer = pegsat::solve(&problem, &ask, watch)?;
        let mut others = Vec::new();
        let mut are_all = false;
        if let (End::Solved { jumps, .. }, true) = (&answer.end, lists) {
            let found = &mut |jumps: &[JumpNumber]| {
                others.push(jumps.to_vec());
                true
            };
            let listed = exact::solutions(&problem, jumps, distinct, most, watch, found);
            are_all = listed.is_whole;
            others.remove(0); // the answer's own, or one that stands for it
        }
        Ok((answer, others, are_all))
    })?;
    let (answer, others, are_all) = found.map_err(work::engine)?;
    Ok(Answer {
        problem,
        answer,
        others,
        are_all,
    })
}

/// What is known of a game: 'won', 'lost' or 'open'; the jumps to the goal; every jump that can be
/// made with what is known of it, if they are to be judged; how many jumps a lost game is to be
/// taken back until it can be won.
#[pyfunction]
#[pyo3(signature = (problem, made, *, judge = false, timeout = None, memory = None))]
fn _hint(
    py: Python<'_>,
    problem: Source,
    made: Vec<Jump>,
    judge: bool,
    timeout: Option<Time>,
    memory: Option<Size>,
) -> PyResult<Told> {
    let problem = problem.problem(py)?;
    let made: Vec<JumpNumber> = made.iter().map(Jump::number).collect();
    let limits = Limits::new(timeout, memory)?;
    let hint = work(py, limits, |watch| {
        hint::hint(&problem, &made, judge, watch)
    })?;
    let hint = hint.map_err(work::engine)?;
    let jump = |&number: &JumpNumber| Jump::new(&problem, number);
    let judged = hint.judged.iter();
    Ok((
        hint.verdict.name(),
        hint.jumps.iter().map(jump).collect(),
        judged
            .map(|judged| (jump(&judged.jump), judged.verdict.name()))
            .collect(),
        hint.back.map(|back| back.jumps),
    ))
}

/// What `_hint` returns.
type Told = (
    &'static str,
    Vec<Jump>,
    Vec<(Jump, &'static str)>,
    Option<usize>,
);

/// The problem as clauses for another solver, by the default model where none is named: a
/// Formula. As many layers as any solution can need, unless their number is given.
///
/// >>> import pegsat
/// >>> pegsat.encode("central", model="C")
/// <formula of central: 3412 variables, 104629 clauses>
#[pyfunction]
#[pyo3(signature = (problem = Source::Text("central".into()), *, model = None, add = None, layers = None, order = None, sweeps = None, timeout = None, memory = None), text_signature = "(problem='central', *, model=None, add=None, layers=None, order=None, sweeps=None, timeout=None, memory=None)")]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn encode(
    py: Python<'_>,
    problem: Source,
    model: Option<&str>,
    add: Option<&str>,
    layers: Option<LayersWord>,
    order: Option<&str>,
    sweeps: Option<Number>,
    timeout: Option<Time>,
    memory: Option<Size>,
) -> PyResult<Formula> {
    let problem = problem.problem(py)?;
    let ask = ask(model, add, layers, order, sweeps)?;
    let stated = ask.stated(&problem).map_err(work::engine)?;
    let has_layers = stated.model.step.is_layer();
    let layers = stated.options.layers.or_else(|| layers::enough(&problem));
    let limits = Limits::new(timeout, memory)?;
    let model = stated.model;
    let encoded = work(py, limits, |watch| {
        engine::encode(&problem, model, &stated.options, stated.at_most_one, watch)
    })?;
    let (mut encoding, cnf) = encoded.map_err(work::engine)?;
    if (model.is_relaxed)(&problem) {
        encoding.notes.push(model::RELAXED.into());
    }
    Ok(Formula {
        cnf,
        meanings: encoding.meanings,
        layers: layers.filter(|_| has_layers),
        notes: encoding.notes,
        problem,
    })
}

/// Every position that can be reached, and what they tell: an Explored.
///
/// With positions=True it also tells of any position whether it can still win; sequences=N
/// merges the sequences of up to N jumps; table='sweeps' asks for the fewest sweeps between all
/// vacancies and finishes of the board.
///
/// >>> import pegsat
/// >>> explored = pegsat.explore("triangle5/reversal:0,0", winning=True, count=True)
/// >>> explored.positions[:4], explored.solutions
/// ([1, 1, 4, 19], 6816)
/// >>> explored = pegsat.explore("start:\nO O . O\ngoal:\n. O . .\n", positions=True)
/// >>> explored.can_win("O O . O"), explored.keeping("O O . O")
/// (True, [Jump(0,0-2,0)])
#[pyfunction]
#[pyo3(signature = (problem = Source::Text("central".into()), *, winning = false, count = false, fewest_sweeps = false, positions = false, sequences = None, table = None, timeout = None, memory = None), text_signature = "(problem='central', *, winning=False, count=False, fewest_sweeps=False, positions=False, sequences=None, table=None, timeout=None, memory=None)")]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn explore(
    py: Python<'_>,
    problem: Source,
    winning: bool,
    count: bool,
    fewest_sweeps: bool,
    positions: bool,
    sequences: Option<Number>,
    table: Option<&str>,
    timeout: Option<Time>,
    memory: Option<Size>,
) -> PyResult<Explored> {
    let problem = problem.problem(py)?;
    let limits = Limits::new(timeout, memory)?;
    if table.is_some_and(|table| table != "sweeps") {
        return Err(usage("table: expected sweeps"));
    }
    if (positions || table.is_some()) && problem.goal().survivor().is_some() {
        let name = problem.name();
        let text = "where a peg must survive, a picture does not tell whether it can";
        return Err(usage(format!("{name}: {text}")));
    }
    let mut explored = Explored::of(problem.clone());
    if let Some(most) = sequences {
        let most = within("sequences", most, 0..=MOST_STEPS)? as usize;
        let merged = work(py, limits, |watch| {
            states::explore(&problem, most, true, watch)
        })?;
        let merged = merged.map_err(|error| work::engine(error.into()))?;
        let counts = merged
            .iter()
            .map(|level| (level.sequences, level.kept.len()));
        explored.sequences = Some(counts.collect());
        return Ok(explored);
    }
    let questions = Questions {
        count,
        fewest_sweeps,
    };
    let asks = winning || count || fewest_sweeps;
    let seen = work(py, limits, |watch| {
        if table.is_some() {
            let rows = explored.table.insert(Vec::new());
            return exact::sweeps_table(problem.board(), watch, |row| rows.push(row));
        }
        let (levels, ended) = exact::levels(&problem, watch);
        ended?;
        explored.levels = levels.levels;
        if asks {
            let outlook = exact::outlook(&problem, questions, watch)?;
            explored.winning = Some(outlook.winning);
            explored.solutions = outlook.count.map(|count| count.to_string());
            explored.fewest_sweeps = outlook.fewest_sweeps;
        }
        if positions {
            explored.stored = Some(Stored::make(&problem, watch)?);
        }
        Ok(())
    })?;
    seen.map_err(|stop| work::stopped(&stop))?;
    Ok(explored)
}

/// The best solution, and the proof that there is no better one: an Optimum.
///
/// fewest is 'sweeps' (Long-hop Solitaire), 'jumps-to-dead-end' (Fool's Solitaire) or 'pegs', as
/// few as can be left.
///
/// >>> import pegsat
/// >>> pegsat.optimise("central", fewest="jumps-to-dead-end")
/// <optimum: 6, proved>
#[pyfunction]
#[pyo3(signature = (problem = Source::Text("central".into()), *, fewest, model = None, add = None, solver = "varisat", seed = 0, trust = false, timeout = None, memory = None, progress = None), text_signature = "(problem='central', *, fewest, model=None, add=None, solver='varisat', seed=0, trust=False, timeout=None, memory=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn optimise(
    py: Python<'_>,
    problem: Source,
    fewest: &str,
    model: Option<&str>,
    add: Option<&str>,
    solver: &str,
    seed: Number,
    trust: bool,
    timeout: Option<Time>,
    memory: Option<Size>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Optimum> {
    let problem = problem.problem(py)?;
    let objective = Objective::named(fewest)
        .ok_or_else(|| usage("fewest: expected sweeps, jumps-to-dead-end or pegs"))?;
    let named = ask(model, add, None, None, None)?;
    if named.layers.is_some() || named.order.is_some() {
        let text = "model: expected a model and additions, such as S+self+regions";
        return Err(usage(text));
    }
    let ask = Ask::fewest(objective)
        .model(named.model)
        .additions(named.additions)
        .solver(solver.into())
        .seed(within("seed", seed, 0..=u64::MAX)?)
        .trust(trust);
    let limits = Limits::new(timeout, memory)?.telling(progress);
    let found = work(py, limits, |watch| pegsat::optimise(&problem, &ask, watch))?;
    let found = found.map_err(work::engine)?;
    // A way to a dead end is a solution of the problem with that goal.
    let problem = match &found.best {
        Some((value, _)) => objective.problem(&problem, *value),
        None => problem,
    };
    Ok(Optimum { problem, found })
}

/// A certificate that there is no solution, or a solution: an Answer.
///
/// >>> import pegsat
/// >>> pegsat.certify("french/reversal:3,3").certificate
/// <certificate: position-class>
#[pyfunction]
#[pyo3(signature = (problem = Source::Text("central".into()), *, kind = "auto", solver = "varisat", timeout = None, memory = None), text_signature = "(problem='central', *, kind='auto', solver='varisat', timeout=None, memory=None)")]
fn certify(
    py: Python<'_>,
    problem: Source,
    kind: &str,
    solver: &str,
    timeout: Option<Time>,
    memory: Option<Size>,
) -> PyResult<Answer> {
    let problem = problem.problem(py)?;
    if matches!(kind, "formula" | "beam" | "windows") {
        return Err(usage(format!(
            "kind: '{kind}' finds solutions and certifies nothing"
        )));
    }
    let ask = Ask::default()
        .approach(
            kind.parse()
                .map_err(|error| usage(format!("kind: {error}")))?,
        )
        .solver(solver.into());
    let limits = Limits::new(timeout, memory)?;
    let answer = work(py, limits, |watch| pegsat::certify(&problem, &ask, watch))?;
    let answer = answer.map_err(work::engine)?;
    Ok(Answer {
        problem,
        answer,
        others: Vec::new(),
        are_all: false,
    })
}

/// A certificate, its text, or the path of its file.
enum Evidence {
    Certificate(Certificate),
    Text(String),
    Path(PathBuf),
}
either!(
    Evidence, "a Certificate, its text, or a path":
    Certificate(Certificate), Text(String), Path(PathBuf)
);

/// Checks a certificate by a checker of its own, and that it is about this problem if one is
/// named: an Accepted, or a ValueError that says why it is rejected.
///
/// >>> import pegsat
/// >>> certificate = pegsat.certify("french/reversal:3,3").certificate
/// >>> pegsat.verify(certificate).kind
/// 'position-class'
/// >>> pegsat.verify(certificate, problem="central")
/// Traceback (most recent call last):
/// ...
/// ValueError: rejected: it is about another problem than central
/// >>> pegsat.verify(certificate.text.replace("7", "8"))
/// Traceback (most recent call last):
/// ...
/// ValueError: rejected: it was altered or damaged: its checksum does not fit
#[pyfunction]
#[pyo3(signature = (certificate, *, problem = None, timeout = None), text_signature = "(certificate, *, problem=None, timeout=None)")]
fn verify(
    py: Python<'_>,
    certificate: Evidence,
    problem: Option<Source>,
    timeout: Option<Time>,
) -> PyResult<Accepted> {
    let (text, folder) = match certificate {
        Evidence::Certificate(certificate) => (certificate.text().to_string(), PathBuf::new()),
        Evidence::Text(text) if text.trim_start().starts_with('{') => (text, PathBuf::new()),
        Evidence::Text(path) => py.detach(|| read(Path::new(&path)))?,
        Evidence::Path(path) => py.detach(|| read(&path))?,
    };
    let problem = problem.map(|problem| problem.problem(py)).transpose()?;
    let verdict = work(py, Limits::new(timeout, None)?, |watch| {
        let go_on = || watch.check().is_ok();
        let verdict = certificate::verified(&text, &folder, problem.as_ref(), &go_on);
        watch.check().map(|()| verdict)
    })?;
    let verdict = verdict.map_err(|stop| work::stopped(&stop))?;
    verdict.map_err(|reason| usage(format!("rejected: {reason}")))
}

/// A file's text, and its folder.
fn read(path: &Path) -> PyResult<(String, PathBuf)> {
    /// The longest certificate that is read, in bytes.
    const MOST: u64 = 64 << 20;
    let cannot = |error: std::io::Error| {
        work::file(
            error.kind(),
            format!("{}: cannot be read: {error}", path.display()),
        )
    };
    let mut text = String::new();
    let from = std::fs::File::open(path).map_err(cannot)?;
    from.take(MOST + 1)
        .read_to_string(&mut text)
        .map_err(cannot)?;
    if text.len() as u64 > MOST {
        return Err(usage(format!(
            "{}: it is longer than {MOST} bytes",
            path.display()
        )));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    Ok((text, folder.into()))
}

/// The names of problems that are listed; there are more, such as 'square9/pair:4,4:4,4'.
#[pyfunction]
fn problems() -> Vec<String> {
    pegsat::problem::all_names()
}

/// The models: letter and what it is.
#[pyfunction]
fn models() -> Vec<(&'static str, &'static str)> {
    let models = model::MODELS.iter();
    models.map(|model| (model.name, model.summary)).collect()
}

/// Solves peg solitaire by constraint models, and checks what it finds.
#[pymodule]
mod _pegsat {
    #[pymodule_export]
    use super::{
        _hint, Accepted, Answer, Certificate, Explored, Formula, Jump, Optimum, Picture, Problem,
        Solution, certify, encode, explore, models, optimise, problems, solve, verify,
    };
    #[pymodule_export]
    use crate::state::_restore;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
