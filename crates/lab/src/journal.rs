//! The file of records: one line a run, on disk before the next one.
//!
//! A line that was not finished, because the machine or the program was ended
//! while it was written, is dropped when the file is opened again.

use super::record::Record;
use nix::{
    errno::Errno,
    fcntl::{Flock, FlockArg},
};
use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// An open file of records, which no other program writes to meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Flock<File>,
    records: Vec<Record>,
}

/// Why records cannot be read or kept.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each says what it is as its text")]
pub enum JournalError {
    #[error("{}: cannot be {verb}: {error}", path.display())]
    Io {
        path: PathBuf,
        verb: &'static str,
        error: io::Error,
    },
    #[error("{}: line {line}: no record of a run: {error}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        error: serde_json::Error,
    },
    #[error("{}: another pegsat is writing to it", .0.display())]
    Locked(PathBuf),
}

/// What is said where this cannot be done to the file.
fn cannot(path: &Path, verb: &'static str) -> impl Fn(io::Error) -> JournalError {
    move |error| JournalError::Io {
        path: path.into(),
        verb,
        error,
    }
}

impl Journal {
    /// Opens the file, or makes it, and reads what it holds.
    ///
    /// # Errors
    /// If that cannot be done, a line but the last is no record, or another
    /// process writes to it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(path).map_err(cannot(path, "opened"))?;
        let lock = Flock::lock(file, FlockArg::LockExclusiveNonblock);
        let file = lock.map_err(|(_, errno)| match errno {
            Errno::EWOULDBLOCK => JournalError::Locked(path.into()),
            errno => cannot(path, "locked")(errno.into()),
        })?;
        let (records, whole) = parse(path, &file)?;
        let length = file.metadata().map_err(cannot(path, "read"))?.len();
        if whole < length {
            file.set_len(whole).map_err(cannot(path, "written"))?;
        }
        Ok(Journal {
            path: path.into(),
            file,
            records,
        })
    }

    /// What it holds.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Adds a record: it is on disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; then the file is as it was.
    pub fn add(&mut self, record: Record) -> Result<&Record, JournalError> {
        let before = self.file.seek(SeekFrom::End(0));
        let written = before.and_then(|before| {
            let mut line = serde_json::to_string(&record)?;
            line.push('\n');
            let written = self.file.write_all(line.as_bytes());
            let written = written.and_then(|()| self.file.sync_data());
            if written.is_err() {
                let _ = self.file.set_len(before); // half a line is no record
            }
            written
        });
        written.map_err(cannot(&self.path, "written"))?;
        self.records.push(record);
        Ok(&self.records[self.records.len() - 1])
    }
}

/// The records of a file that is not to be written to.
///
/// # Errors
/// If it cannot be read, or a line but the last is no record.
pub fn read(path: &Path) -> Result<Vec<Record>, JournalError> {
    let file = File::open(path).map_err(cannot(path, "read"))?;
    Ok(parse(path, &file)?.0)
}

/// The records of several files as one, each run once: the first one counts.
/// Returns how many were left out besides.
pub fn merge(parts: Vec<Vec<Record>>) -> (Vec<Record>, usize) {
    let mut seen = HashSet::new();
    let all: Vec<Record> = parts.into_iter().flatten().collect();
    let n_all = all.len();
    let records: Vec<Record> = all
        .into_iter()
        .filter(|record| seen.insert(record.key()))
        .collect();
    let left_out = n_all - records.len();
    (records, left_out)
}

/// The longest line of a file of records, in bytes.
const MAX_LINE: u64 = 1 << 26;

/// The records, and how many bytes of whole lines there are.
fn parse(path: &Path, file: &File) -> Result<(Vec<Record>, u64), JournalError> {
    let mut lines = BufReader::new(file);
    let (mut records, mut whole, mut line) = (Vec::new(), 0, Vec::new());
    for number in 1.. {
        line.clear();
        let read = (&mut lines).take(MAX_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(cannot(path, "read"))? as u64;
        if read == MAX_LINE {
            let error = io::Error::other(format!("line {number} is longer than {MAX_LINE} bytes"));
            return Err(cannot(path, "read")(error));
        }
        if line.last() != Some(&b'\n') {
            break; // nothing, or a line that was not finished
        }
        whole += read;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = serde_json::from_slice(&line).map_err(|error| JournalError::Line {
            path: path.into(),
            line: number,
            error,
        })?;
        records.push(record);
    }
    Ok((records, whole))
}
