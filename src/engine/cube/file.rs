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
pub fn write(part: &Part, proof: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut part = part.clone();
    part.seal.clear();
    let unsealed = serde_json::to_string(&part)? + "\n";
    let sealed = Sha256::new_with_prefix(unsealed).chain_update(proof);
    part.seal = format!("{:x}", sealed.finalize());
    writeln!(out, "{HEAD}{}", serde_json::to_string(&part)?)?;
    out.write_all(proof)
}

/// What a part says of itself; its proof is left to be read.
pub fn open(from: &mut dyn BufRead) -> Result<Part, PartError> {
    Ok(open_line(from)?.0)
}

/// The same, and its line.
fn open_line(from: &mut dyn BufRead) -> Result<(Part, String), PartError> {
    let mut head = [0; HEAD.len()];
    if from.read_exact(&mut head).is_err() || head != *HEAD.as_bytes() {
        return Err(PartError::Other);
    }
    let mut line = Vec::new();
    from.take(MAX_LINE).read_until(b'\n', &mut line)?;
    let line = String::from_utf8(line).map_err(|_| PartError::Other)?;
    let part = serde_json::from_str(&line).map_err(|_| PartError::Other)?;
    Ok((part, line))
}

/// The same, once all of it was read and its seal fits.
pub fn read(from: &mut dyn BufRead) -> Result<Part, PartError> {
    let (part, line) = open_line(from)?;
    // The line as it is, and not as it would be written again: a number may be read as its
    // neighbour.
    let end = format!("{}\"}}\n", part.seal);
    let unsealed = line.strip_suffix(&end).ok_or(PartError::Damaged)?;
    let mut seal = Sha256::new_with_prefix(unsealed).chain_update("\"}\n");
    io::copy(from, &mut seal)?;
    match format!("{:x}", seal.finalize()) == part.seal {
        true => Ok(part),
        false => Err(PartError::Damaged),
    }
}
