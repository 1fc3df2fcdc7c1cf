//! The positions that can still win, kept in a file.
//!
//! The file is `MAGIC`, the SHA-256 of the problem, the number of levels and the size of each, then
//! the positions level by level, each as 8 bytes on boards of up to 64 holes and
//! 16 on larger ones, least first, then the SHA-256 of all that. Numbers are
//! little-endian, 8 bytes. Its name is made from the problem's SHA-256 too.

use super::Stored;
use crate::problem::{Problem, file};
use sha2::{Digest, Sha256};
use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

const MAGIC: &[u8] = b"pegsat winning positions 2\n";

impl Stored {
    /// The name of the problem's file within `folder`.
    pub fn path(folder: &Path, problem: &Problem) -> PathBuf {
        folder.join(format!("{}.winning", &file::digest(problem)[..32]))
    }

    /// Reads the set of a problem; a damaged file is an error of the kind `InvalidData`.
    pub fn read(path: &Path, problem: &Problem) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        let damaged = |what: &str| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the file is damaged: {what}"),
            )
        };
        let (body, digest) = bytes
            .split_last_chunk::<32>()
            .ok_or_else(|| damaged("it is too short"))?;
        if Sha256::digest(body)[..] != digest[..] {
            return Err(damaged("its checksum does not fit"));
        }
        let rest = body.strip_prefix(MAGIC);
        let rest = rest.ok_or_else(|| damaged("it is of another version"))?;
        let rest = rest.strip_prefix(&file::sha256(problem)[..]);
        let mut rest = rest.ok_or_else(|| damaged("it is about another problem"))?;
        let mut number = |size: usize| -> io::Result<u128> {
            let (head, tail) = rest
                .split_at_checked(size)
                .ok_or_else(|| damaged("it ends too early"))?;
            rest = tail;
            let mut wide = [0; 16];
            wide[..size].copy_from_slice(head);
            Ok(u128::from_le_bytes(wide))
        };
        let n_levels = number(8)? as usize;
        if n_levels > problem.board().n_holes() + 1 {
            return Err(damaged("it has too many levels"));
        }
        let sizes: io::Result<Vec<u128>> = (0..n_levels).map(|_| number(8)).collect();
        let width = width(problem);
        let mut levels = Vec::new();
        for size in sizes? {
            let level: io::Result<Vec<u128>> = (0..size).map(|_| number(width)).collect();
            levels.push(level?);
        }
        if !rest.is_empty() || !levels.iter().all(|level| level.is_sorted()) {
            return Err(damaged("its positions are in disorder"));
        }
        Ok(Stored { levels })
    }

    /// Writes the set, whole or not at all, and makes the folder if need be.
    pub fn write(&self, path: &Path, problem: &Problem) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(&file::sha256(problem));
        bytes.extend((self.levels.len() as u64).to_le_bytes());
        for level in &self.levels {
            bytes.extend((level.len() as u64).to_le_bytes());
        }
        let width = width(problem);
        for position in self.levels.iter().flatten() {
            bytes.extend(&position.to_le_bytes()[..width]);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(&digest[..]);
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(&bytes)?;
        beside.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Bytes a position.
fn width(problem: &Problem) -> usize {
    match problem.board().n_holes() {
        ..=64 => 8,
        _ => 16,
    }
}
