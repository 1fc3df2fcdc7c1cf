//! Pegsat's engine for the web page: questions and answers as JSON.
//!
//! Across the border of the module go bytes alone: `space` makes room for a question,
//! `ask` answers it, `answer` says where the answer stands. The page keeps a game as a
//! position (a text of 0 and 1, a hole each) and a history; what a jump is, which can be
//! made, when the goal is reached and what can still win is asked here.

use pegsat::{Problem, Watch};
use pegsat_json::{Error, Session};
use serde_json::json;
use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static SESSION: RefCell<Session> = RefCell::new(Session::default());
}

/// The most holes of a board that is drawn and played on without a wait.
const MOST_HOLES: usize = 2500;

/// Room for a question of this number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn space(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that stands there; the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let told =
        QUESTION.with_borrow(|question| SESSION.with_borrow_mut(|open| told(open, question)));
    ANSWER.with_borrow_mut(|place| {
        *place = told.unwrap_or_else(|error| json!({ "error": error }).to_string());
        place.len()
    })
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The answer; the problem that it opens is the one that is asked of next.
fn told(open: &mut Session, question: &[u8]) -> Result<String, String> {
    let text = |error: Error| error.to_string();
    let told = open.ask(question, &Watch::new()).map_err(text)?;
    if let Some(opened) = told.opened {
        can_be_played(opened.problem().map_err(text)?)?;
        *open = opened;
    }
    Ok(told.answer)
}

fn can_be_played(problem: &Problem) -> Result<(), String> {
    if problem.goal().has_survivors() {
        return Err("a peg that must survive cannot be played here".into());
    }
    let n_holes = problem.board().n_holes();
    if n_holes > MOST_HOLES {
        return Err(format!(
            "the board has {n_holes} holes; here they may be {MOST_HOLES}, and more on the command line"
        ));
    }
    Ok(())
}
