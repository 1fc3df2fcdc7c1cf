//! Who settles targets: the caller itself, or several threads at a time.

use super::{super::error::EngineError, map::Map, settle::settle, window::WindowSolver};
use crate::{
    board::{Hole, JumpNumber, Position},
    engine::task::Task,
    watch::Watch,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, Sender, channel},
    thread::{Builder, Scope},
};

/// A target to be settled.
pub(super) struct TargetQuestion {
    pub(super) front: usize,
    pub(super) target: Hole,
    pub(super) position: Position,
    /// Nobody else is to change these holes meanwhile.
    pub(super) claim: Vec<Hole>,
    /// Another one gives other answers.
    pub(super) seed: u64,
}

/// Jumps that settle the target, if they were found.
pub(super) type TargetAnswer = Result<Option<Vec<JumpNumber>>, EngineError>;

/// What one who asks windows needs.
pub(super) struct Worker<'a> {
    map: &'a Map<'a>,
    asker: WindowSolver,
    watch: &'a Watch,
}

impl<'a> Worker<'a> {
    pub(super) fn new(map: &'a Map, task: &Task, watch: &'a Watch) -> Self {
        let asker = WindowSolver::new(task);
        Worker { map, asker, watch }
    }

    fn answer(&mut self, question: &TargetQuestion) -> TargetAnswer {
        self.asker.seed = question.seed;
        let (position, target) = (&question.position, question.target);
        settle(self.map, position, target, &mut self.asker, self.watch)
    }
}

/// Those who ask windows, one for each front.
pub(super) enum Workers<'a> {
    /// The caller, and what it is asked.
    Alone(Box<Worker<'a>>, Option<TargetQuestion>),
    /// Threads, and what they answer.
    Threads(
        Vec<Sender<TargetQuestion>>,
        Receiver<(TargetQuestion, TargetAnswer)>,
    ),
}

impl<'a> Workers<'a> {
    /// So many threads; the caller where there is to be one, or none can be had.
    pub(super) fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        jobs: usize,
        worker: &dyn Fn() -> Worker<'a>,
    ) -> Self
    where
        'a: 'scope,
    {
        let (answers, heard) = channel();
        let begin = |_| {
            let (ask, asked) = channel::<TargetQuestion>();
            let (mut worker, answers) = (worker(), answers.clone());
            let work = move || {
                for question in asked {
                    let answer = catch_unwind(AssertUnwindSafe(|| worker.answer(&question)));
                    let road = "windows";
                    let answer = answer.unwrap_or(Err(EngineError::Panicked { road }));
                    let _ = answers.send((question, answer)); // the receiver may be gone
                }
            };
            let thread = Builder::new().spawn_scoped(scope, work);
            thread.is_ok().then_some(ask)
        };
        let threads: Vec<_> = match jobs {
            ..=1 => Vec::new(),
            _ => (0..jobs).filter_map(begin).collect(),
        };
        match threads.is_empty() {
            true => Workers::Alone(Box::new(worker()), None),
            false => Workers::Threads(threads, heard),
        }
    }

    /// The number of fronts.
    pub(super) fn fronts(&self) -> usize {
        match self {
            Workers::Alone(..) => 1,
            Workers::Threads(threads, _) => threads.len(),
        }
    }

    /// Asks the question of its front, which has none.
    pub(super) fn ask(&mut self, question: TargetQuestion) {
        match self {
            Workers::Alone(_, asked) => *asked = Some(question),
            Workers::Threads(threads, _) => {
                let _ = threads[question.front].send(question); // it lives as long as this
            }
        }
    }

    /// The next answer; `None` if nothing is asked.
    pub(super) fn next(&mut self) -> Option<(TargetQuestion, TargetAnswer)> {
        match self {
            Workers::Alone(worker, asked) => {
                let question = asked.take()?;
                let answer = worker.answer(&question);
                Some((question, answer))
            }
            Workers::Threads(_, answers) => answers.recv().ok(),
        }
    }
}
