//! Questions about peg solitaire as JSON, and the library's answers as JSON: what the web page and
//! the module for Python are made of.
//!
//! A [`Session`] is about one problem. A question is an object whose `do` says what is asked, such
//! as `{"do": "solve"}`: [`Question`] lists what the page asks, and `DeskQuestion` what Python asks
//! besides, with the feature `desk` (on by default). Holes and jumps go by their numbers on the
//! board; a position is a text of 0 and 1, a hole each.
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
#[cfg(feature = "desk")]
mod decode;
#[cfg(feature = "desk")]
mod desk;
mod error;
#[cfg(feature = "desk")]
mod explore;
mod formula;
mod open;
#[cfg(feature = "desk")]
mod picture;
mod play;
mod question;
mod session;

pub use asked::Asked;
#[cfg(feature = "desk")]
pub use decode::Decode;
#[cfg(feature = "desk")]
pub use desk::{DeskQuestion, Solutions};
pub use error::{Error, Kind};
#[cfg(feature = "desk")]
pub use explore::Explore;
pub use open::{Draw, Part, State};
#[cfg(feature = "desk")]
pub use picture::{Form, Picture};
pub use question::Question;
pub use session::{Session, Told};
