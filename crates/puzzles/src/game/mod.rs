//! Two-player games of full information: minimax and what makes it faster.
//!
//! Values are those of the player to move. Without a move a player has lost. [`Nodes`] show
//! what each improvement saves: alpha-beta, trying the best moves first, and a table of
//! positions that were met before.

pub mod checkers;
pub mod duotaire;

use pegsat::watch::{Reserved, Stop, Watch};
use serde::Serialize;
use std::{collections::HashMap, hash::Hash};

/// A game.
pub trait Game {
    /// A position, with who is to move.
    type Position: Clone + Eq + Hash;
    /// A move.
    type Move: Copy + Eq;

    /// Adds the moves of the player to move.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after the move, with the other player to move.
    fn after(&self, position: &Self::Position, step: Self::Move) -> Self::Position;

    /// What the position is worth to the player to move, less than [`WON`] either way.
    fn estimate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// How promising a move looks: those with more are tried first.
    fn promise(&self, _position: &Self::Position, _step: Self::Move) -> i32 {
        0
    }

    /// A position that stands for all that are symmetric to this one.
    fn representative(&self, position: Self::Position) -> Self::Position {
        position
    }
}

/// The value of a won game, less the moves that it takes.
pub const WON: i32 = 1_000_000;

/// How a position is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Moves to look ahead; none for all games to their ends.
    pub depth: Option<u32>,
    /// Whether what cannot change the result is left out.
    pub alpha_beta: bool,
    /// Whether promising moves come first, and those that were best before.
    pub ordering: bool,
    /// Whether positions that were met before are remembered.
    pub table: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            depth: None,
            alpha_beta: true,
            ordering: true,
            table: true,
        }
    }
}

/// What a search did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Nodes {
    /// Positions that were looked at.
    pub visited: u64,
    /// Those of them that were estimated, or had no move.
    pub leaves: u64,
    /// How often the rest of the moves was left out.
    pub cuts: u64,
    /// Positions whose value was known from before.
    pub known: u64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched<M> {
    /// The value for the player to move.
    pub value: i32,
    /// The best moves of both, as far as they are known.
    pub line: Vec<M>,
    /// How many moves were looked ahead, in the last search that ended.
    pub depth: u32,
    /// What all searches did.
    pub nodes: Nodes,
}

/// A game whose searches are compiled with this crate, so that a program that calls them need
/// not be optimised itself.
pub trait Compiled: Game {
    /// [`search`] in this game.
    fn search(
        &self,
        position: &Self::Position,
        settings: Settings,
        watch: &Watch,
    ) -> (Option<Searched<Self::Move>>, Option<Stop>);

    /// [`perft`] in this game.
    fn perft(&self, position: &Self::Position, depth: u32, watch: &Watch) -> Result<u64, Stop>;
}

macro_rules! compiled {
    ($($game:ty),*) => {
        $(impl Compiled for $game {
            fn search(
                &self,
                position: &Self::Position,
                settings: Settings,
                watch: &Watch,
            ) -> (Option<Searched<Self::Move>>, Option<Stop>) {
                search(self, position, settings, watch)
            }

            fn perft(
                &self,
                position: &Self::Position,
                depth: u32,
                watch: &Watch,
            ) -> Result<u64, Stop> {
                perft(self, position, depth, watch)
            }
        })*
    };
}

compiled!(checkers::Checkers, duotaire::Duotaire);

/// The value of a position: by looking 1, 2, 3, … moves ahead, up to the depth that is set or
/// until the watch ends it. None if not even the first ended.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    settings: Settings,
    watch: &Watch,
) -> (Option<Searched<G::Move>>, Option<Stop>) {
    let mut search = Minimax {
        game,
        settings,
        watch,
        nodes: Nodes::default(),
        table: HashMap::new(),
        is_cut: false,
        room: Reserved::none(watch),
    };
    let mut found = None;
    let most = settings.depth.unwrap_or(u32::MAX);
    let mut depth = match settings.table || settings.ordering {
        true => 1.min(most),
        false => most,
    };
    let stop = loop {
        search.is_cut = false;
        let mut line = Vec::new();
        match search.value(position, depth, (-WON - 1, WON + 1), 0, &mut line) {
            Ok(value) => {
                let nodes = search.nodes;
                found = Some(Searched {
                    value,
                    line,
                    depth,
                    nodes,
                });
                if depth >= most || !search.is_cut {
                    break None;
                }
            }
            Err(stop) => break Some(stop),
        }
        depth += 1;
    };
    (found, stop)
}

/// What is known of a position from before: looked so far ahead, the value lies so.
struct Known<M> {
    depth: u32,
    value: i32,
    bound: Bound,
    best: Option<M>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

struct Minimax<'a, G: Game> {
    game: &'a G,
    settings: Settings,
    watch: &'a Watch,
    nodes: Nodes,
    table: HashMap<G::Position, Known<G::Move>>,
    /// Whether the depth ended a line before the game did.
    is_cut: bool,
    room: Reserved,
}

impl<G: Game> Minimax<'_, G> {
    /// The value, if it lies within the window; otherwise a bound beyond it.
    fn value(
        &mut self,
        position: &G::Position,
        depth: u32,
        (mut low, high): (i32, i32),
        ply: i32,
        line: &mut Vec<G::Move>,
    ) -> Result<i32, Stop> {
        self.nodes.visited += 1;
        if self.nodes.visited.is_multiple_of(1 << 12) {
            self.watch.work(1 << 10)?;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() {
            self.nodes.leaves += 1;
            return Ok(ply - WON);
        }
        if depth == 0 {
            self.is_cut = true;
            self.nodes.leaves += 1;
            return Ok(self.game.estimate(position));
        }
        let key = self.game.representative(position.clone());
        let is_same = key == *position;
        let mut best_before = None;
        if let Some(known) = self.table.get(&key) {
            best_before = known.best.filter(|_| is_same);
            // Values of won games count moves from the root: those of the table from here.
            let value = from_here(known.value, ply);
            let is_enough = known.depth >= depth || known.value.abs() > WON - 1000;
            let ends = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if is_enough && ends && ply > 0 {
                self.nodes.known += 1;
                self.is_cut |= known.value.abs() <= WON - 1000;
                return Ok(value);
            }
        }
        if self.settings.ordering {
            let game = self.game;
            moves.sort_by_cached_key(|&step| {
                (Some(step) != best_before, -game.promise(position, step))
            });
        }
        let (first_low, mut best, mut best_move) = (low, -WON - 1, None);
        for step in moves {
            let mut rest = Vec::new();
            let after = self.game.after(position, step);
            let window = match self.settings.alpha_beta {
                true => (-high, -low),
                false => (-WON - 1, WON + 1),
            };
            let value = -self.value(&after, depth - 1, window, ply + 1, &mut rest)?;
            if value > best {
                (best, best_move) = (value, Some(step));
                line.clear();
                line.push(step);
                line.append(&mut rest);
            }
            low = low.max(value);
            if self.settings.alpha_beta && low >= high {
                self.nodes.cuts += 1;
                break;
            }
        }
        if self.settings.table {
            let bound = match () {
                () if best >= high => Bound::AtLeast,
                () if best <= first_low => Bound::AtMost,
                () => Bound::Exact,
            };
            let value = from_here(best, -ply);
            let best = best_move.filter(|_| is_same);
            let known = Known {
                depth,
                value,
                bound,
                best,
            };
            self.keep(key, known)?;
        }
        Ok(best)
    }

    /// Puts a position into the table.
    fn keep(&mut self, key: G::Position, known: Known<G::Move>) -> Result<(), Stop> {
        let one = size_of::<(G::Position, Known<G::Move>)>() as u64;
        // A table doubles, and is no fuller than seven eighths.
        let room = (self.table.len() as u64 + 1).next_power_of_two() * 2 * (one + 1);
        self.room.grow(room)?;
        self.table.insert(key, known);
        Ok(())
    }
}

/// A value of a won or lost game, `ply` moves later.
fn from_here(value: i32, ply: i32) -> i32 {
    match value {
        won if won > WON - 1000 => won - ply,
        lost if lost < 1000 - WON => lost + ply,
        other => other,
    }
}

/// How many sequences of `depth` moves there are.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    watch: &Watch,
) -> Result<u64, Stop> {
    if depth == 0 {
        return Ok(1);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    watch.work(1)?;
    let mut sum = 0;
    for step in moves {
        sum += perft(game, &game.after(position, step), depth - 1, watch)?;
    }
    Ok(sum)
}
