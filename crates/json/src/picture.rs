//! Boards as text and as pictures.

use crate::{error::Error, play};
use pegsat::{
    JumpNumber, Problem,
    board::picture,
    solution::{
        frames::{self, Frame},
        picture as drawing, svg,
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

/// How wide a row of boards in text may be.
const WIDTH: usize = 80;

/// The most holes that are shown without being asked for, in all boards.
const MOST_SHOWN: usize = 50_000;

/// What is drawn, and how.
#[derive(Debug, Deserialize)]
pub struct Picture {
    /// How.
    #[serde(rename = "as")]
    pub form: Form,
    /// The jumps of a solution; where none are given, start and goal are drawn.
    pub jumps: Option<Vec<JumpNumber>>,
    /// A board for each of these runs of jumps, in place of each jump.
    pub layers: Option<Vec<usize>>,
    /// How long an animation shows a board.
    pub seconds: Option<f64>,
}

/// A form of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Rows of boards as text.
    Text,
    /// The text of each board.
    Boards,
    /// All boards as SVG.
    Svg,
    /// The same, fewer of a large board: layers, or where they are still too many, the ends.
    Shown,
    /// One board that changes, as SVG.
    Animation,
}

impl Picture {
    pub(crate) fn drawn(&self, problem: &Problem) -> Result<Value, Error> {
        let Some(jumps) = &self.jumps else {
            return Ok(json!(match self.form {
                Form::Text => plain(&drawing::problem(problem, WIDTH)),
                _ => svg::problem(problem),
            }));
        };
        play::on_board(problem, jumps)?;
        let by_jump = || frames::by_jump(problem, jumps);
        let by_layer = |sizes: &[usize]| frames::by_layer(problem, jumps, sizes);
        let layers = self.layers.as_deref();
        let sum = |sizes: &[usize]| {
            let mut sizes = sizes.iter();
            sizes.try_fold(0_usize, |sum, &size| sum.checked_add(size))
        };
        if layers.is_some_and(|sizes| sum(sizes) != Some(jumps.len())) {
            return Err(Error::usage("the layers have another number of jumps"));
        }
        let frames = match (self.form, layers) {
            (Form::Shown, layers) => {
                let fits = |boards| (boards + 1) * problem.board().n_holes() <= MOST_SHOWN;
                match layers {
                    _ if fits(jumps.len()) => by_jump(),
                    Some(sizes) if fits(sizes.len()) => by_layer(sizes),
                    _ => by_layer(&[jumps.len()]),
                }
            }
            (_, Some(sizes)) => by_layer(sizes),
            (_, None) => by_jump(),
        };
        Ok(match self.form {
            Form::Text => json!(plain(&drawing::solution(problem, &frames, WIDTH))),
            Form::Boards => {
                let drawn = |frame: &Frame| {
                    let looks = |hole: usize| frame.looks[hole].mark().symbol();
                    picture::draw(problem.board(), looks).trim_end().to_string()
                };
                json!(frames.iter().map(drawn).collect::<Vec<_>>())
            }
            Form::Svg | Form::Shown => json!(svg::solution(problem, &frames)),
            Form::Animation => {
                let seconds = self.seconds.unwrap_or(0.7);
                if !(0.01..=60.0).contains(&seconds) {
                    let text = format!("seconds={seconds}: expected 0.01 to 60");
                    return Err(Error::usage(text));
                }
                json!(svg::animation(problem, &frames, seconds))
            }
        })
    }
}

/// Without escapes, which are for terminals.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
