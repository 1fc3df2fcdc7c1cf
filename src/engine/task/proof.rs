//! Where the proof of a solver goes.

use crate::{check::Checking, solver::Kept};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
};

/// What becomes of a solver's proof.
pub(super) enum ProofSink<'a> {
    None,
    /// It goes into a file that is wanted.
    File(BufWriter<File>, PathBuf),
    /// It is kept for a check.
    Kept(Kept),
    /// It is checked while it is written.
    Checked(Box<Checking<'a>>),
}

impl ProofSink<'_> {
    pub(super) fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            ProofSink::None => None,
            ProofSink::File(file, _) => Some(file),
            ProofSink::Kept(kept) => Some(kept),
            ProofSink::Checked(checking) => Some(checking.as_mut()),
        }
    }
}
