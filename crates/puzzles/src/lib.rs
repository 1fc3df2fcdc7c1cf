//! Puzzles as state spaces, and games for two.
//!
//! [`search`] has the textbooks' strategies, uninformed and informed, and spaces for them: peg
//! solitaire, Koutack, TenPair and queens. [`game`] has minimax with what makes it faster, and
//! two games: checkers and peg solitaire for two.

pub mod game;
pub mod search;
