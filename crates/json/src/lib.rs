//! Questions about peg solitaire as JSON, and the library's answers as JSON: what the web page and
//! the module for Python are made of.
//!
//! A [`Session`] is about one problem. A question is an object whose `do` says what is asked, such
//! as `{"do": "solve"}`; the variants of [`Question`] are all that there are. Holes and jumps go by
//! their numbers on the board, a position is a text of 0 and 1, a hole each.
//!
//! ```
//! let none = pegsat_json::Session::default();
//! let watch = pegsat::Watch::new();
//! let told = none.ask(br#"{"do": "open", "source": "central"}"#, &watch)?;
//! let central = told.opened.expect("'open' opens a problem");
//! let told = central.ask(br#"{"do": "solve"}"#, &watch)?;
//! assert!(told.answer.starts_with(r#"{"outcome":"solved""#));
//! # Ok::<(), pegsat_json::Error>(())
//! ```

mod answer;
mod asked;
mod error;
mod explore;
mod formula;
mod open;
mod picture;
mod play;
mod question;
mod session;

pub use asked::{Asked, Solutions};
pub use error::{Error, Kind};
pub use explore::Explore;
pub use formula::Decode;
pub use open::{Draw, Part, State};
pub use picture::{Form, Picture};
pub use question::Question;
pub use session::{Session, Told};
