//! The file of records: one line a run, on disk before the next one.
//!
//! A line that was not finished, because the machine or the program was ended
//! while it was written, is dropped when the file is opened again.

use super::record::Record;
use anyhow::{Context, Result, anyhow, ensure};
use nix::{
    errno::Errno,
    fcntl::{Flock, FlockArg},
};
use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The most bytes that are read of one.
const MOST: u64 = 1 << 30;

/// An open file of records, which no other program writes to meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Flock<File>,
    records: Vec<Record>,
}

impl Journal {
    /// Opens the file, or makes it, and reads what it holds.
    pub fn open(path: &Path) -> Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let cannot = |verb: &str| format!("{}: cannot be {verb}", path.display());
        let file = options.open(path).with_context(|| cannot("opened"))?;
        let lock = Flock::lock(file, FlockArg::LockExclusiveNonblock);
        let file = lock.map_err(|(_, errno)| match errno {
            Errno::EWOULDBLOCK => anyhow!("{}: another pegsat is writing to it", path.display()),
            errno => anyhow!(errno).context(cannot("locked")),
        })?;
        let (records, whole) = parse(path, &file)?;
        if whole < file.metadata().with_context(|| cannot("read"))?.len() {
            file.set_len(whole).with_context(|| cannot("written"))?;
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
    pub fn add(&mut self, record: Record) -> Result<&Record> {
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
        written.with_context(|| format!("{}: cannot be written", self.path.display()))?;
        self.records.push(record);
        Ok(&self.records[self.records.len() - 1])
    }
}

/// The records of a file that is not to be written to.
pub fn read(path: &Path) -> Result<Vec<Record>> {
    let file = File::open(path).with_context(|| format!("{}: cannot be read", path.display()))?;
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

/// The records, and how many bytes of whole lines there are: the last line may be unfinished.
fn parse(path: &Path, file: &File) -> Result<(Vec<Record>, u64)> {
    let (path, mut bytes) = (path.display(), Vec::new());
    let read = file.take(MOST).read_to_end(&mut bytes);
    read.with_context(|| format!("{path}: cannot be read"))?;
    ensure!((bytes.len() as u64) < MOST, "{path}: larger than 1 GiB");
    let whole = bytes.iter().rposition(|&byte| byte == b'\n');
    bytes.truncate(whole.map_or(0, |last| last + 1));
    let mut records = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if !line.trim_ascii().is_empty() {
            let record = serde_json::from_slice(line);
            let what = || format!("{path}: line {number}: no record of a run");
            records.push(record.with_context(what)?);
        }
    }
    Ok((records, bytes.len() as u64))
}
