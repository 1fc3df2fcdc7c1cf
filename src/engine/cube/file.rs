//! A part as it is kept: a line of JSON, then the solver's proof as text.

use super::Part;
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, Read, Write};

/// How the first line begins: to readers of proofs it is a comment.
const HEAD: &str = "c pegsat part ";

/// The longest first line, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// Why a file is no part.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// It cannot be read.
    #[error("cannot be read")]
    Io(#[from] io::Error),
    /// Its first line is something else.
    #[error("is no part; expected a file that --cube has written")]
    Other,
    /// Its seal does not fit.
    #[error("was altered or damaged: its checksum does not fit; delete it, and make it again")]
    Damaged,
}

/// Writes a part and its proof.
///
/// # Errors
/// If that cannot be done.
pub fn write(part: &Part, proof: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let part = Part {
        seal: format!("{:x}", begin_seal(part)?.chain_update(proof).finalize()),
        ..part.clone()
    };
    writeln!(out, "{HEAD}{}", serde_json::to_string(&part)?)?;
    out.write_all(proof)
}

/// What a part says of itself; its proof is left to be read.
///
/// # Errors
/// If it cannot be read, or is no part.
pub fn open(from: &mut impl BufRead) -> Result<Part, PartError> {
    let mut head = [0; HEAD.len()];
    if from.read_exact(&mut head).is_err() || head != *HEAD.as_bytes() {
        return Err(PartError::Other);
    }
    let mut line = Vec::new();
    from.take(MAX_LINE).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|_| PartError::Other)
}

/// The same, once all of it was read and its seal fits.
///
/// # Errors
/// If it cannot be read, is no part, or was damaged.
pub fn read(mut from: impl BufRead) -> Result<Part, PartError> {
    let part = open(&mut from)?;
    let mut seal = begin_seal(&part)?;
    io::copy(&mut from, &mut seal)?;
    match format!("{:x}", seal.finalize()) == part.seal {
        true => Ok(part),
        false => Err(PartError::Damaged),
    }
}

/// The seal of the first line; the proof follows.
fn begin_seal(part: &Part) -> io::Result<Sha256> {
    let part = Part {
        seal: String::new(),
        ..part.clone()
    };
    let line = serde_json::to_string(&part)? + "\n";
    Ok(Sha256::new_with_prefix(line))
}
