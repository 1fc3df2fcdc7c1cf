//! Pegsat's engine for the web page: questions and answers as JSON.
//!
//! Across the border of the module go bytes alone: `space` makes room for a question,
//! `ask` answers it, `answer` says where the answer stands. The page keeps a game as a
//! position (a text of 0 and 1, a hole each) and a history; what a jump is, which can be
//! made, when the goal is reached and what can still win is asked here.

mod ask;

pub use ask::{Request, Session};

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static SESSION: RefCell<Session> = RefCell::new(Session::default());
}

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
    let answer = QUESTION
        .with_borrow(|question| SESSION.with_borrow_mut(|session| session.answer(question)));
    ANSWER.with_borrow_mut(|place| {
        *place = answer;
        place.len()
    })
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
