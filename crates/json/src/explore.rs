//! What exhaustive search tells.

use crate::{
    error::Error,
    session::{Session, Told},
};
use pegsat::{
    Problem, Questions, Stop, Watch,
    board::foreign,
    exact::{self, Stored},
    model::{
        Additions,
        additions::{INDEPENDENCE, states},
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is to be told, besides the positions by jumps.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Explore {
    /// How many positions can win.
    pub winning: bool,
    /// How many solutions there are.
    pub count: bool,
    /// The fewest sweeps.
    pub fewest_sweeps: bool,
    /// Of any position whether it can win: the session that is opened knows.
    pub positions: bool,
    /// In place of all that: the sequences of up to so many jumps, merged.
    pub sequences: Option<usize>,
    /// In place of all that: the fewest sweeps between all vacancies and finishes.
    pub table: bool,
}

impl Explore {
    pub(crate) fn seen(&self, problem: &Problem, watch: &Watch) -> Result<Told, Error> {
        if (self.positions || self.table) && problem.goal().has_survivors() {
            let name = problem.name();
            let text = "where a peg must survive, a picture does not tell whether it can";
            return Err(Error::usage(format!("{name}: {text}")));
        }
        let mut opened = Session::about(problem.clone());
        let mut told = json!({});
        if let Some(most) = self.sequences {
            let additions = Additions::default().with(&INDEPENDENCE);
            let merged = states::explore(problem, most, &additions, watch);
            let merged = merged.map_err(pegsat::EngineError::from)?;
            let counts = merged.iter();
            let counts = counts.map(|level| (level.sequences, level.kept.len()));
            told["sequences"] = json!(counts.collect::<Vec<_>>());
        } else if self.table {
            told["table"] = table(problem, watch)?;
        } else {
            self.levels(problem, &mut told, watch)?;
            if self.positions {
                opened.stored = Some(Stored::make(problem, watch)?.into());
            }
        }
        Ok(Told {
            opened: Some(opened),
            ..Told::of(&told)?
        })
    }

    fn levels(&self, problem: &Problem, told: &mut Value, watch: &Watch) -> Result<(), Stop> {
        let (levels, ended) = exact::levels(problem, watch);
        ended?;
        let levels = levels.levels;
        let positions = levels.iter().map(|level| level.positions);
        told["positions"] = json!(positions.collect::<Vec<_>>());
        let dead_ends = levels.iter().map(|level| level.dead_ends);
        told["dead_ends"] = json!(dead_ends.collect::<Vec<_>>());
        if self.winning || self.count || self.fewest_sweeps {
            let questions = Questions {
                count: self.count,
                fewest_sweeps: self.fewest_sweeps,
                ..Questions::default()
            };
            let outlook = exact::outlook(problem, questions, watch)?;
            told["winning"] = json!(outlook.winning);
            // It may have more digits than a number of JSON can be relied on to have.
            told["solutions"] = json!(outlook.count.map(|count| count.to_string()));
            told["fewest_sweeps"] = json!(outlook.fewest_sweeps);
        }
        Ok(())
    }
}

/// Vacancy, finish, fewest sweeps and the jumps of a solution that has so few.
fn table(problem: &Problem, watch: &Watch) -> Result<Value, Stop> {
    let board = problem.board();
    let mut rows = Vec::new();
    let fewest = |problem: &Problem| exact::fewest_sweeps(problem, watch);
    exact::table(board, fewest, |row| {
        let ends = (board.cell(row.start), board.cell(row.finish));
        let found = row.found.map(|found| (ends.0, ends.1, found.0, found.1));
        rows.extend(found);
    })?;
    Ok(json!(rows))
}

pub(crate) fn can_win(problem: &Problem, stored: &Stored, drawn: &str) -> Result<Value, Error> {
    let position = foreign::parse_position(problem.board(), drawn).map_err(Error::usage)?;
    Ok(json!({
        "can_win": stored.can_win(problem, &position),
        "keeping": stored.keeping(problem, &position),
    }))
}
