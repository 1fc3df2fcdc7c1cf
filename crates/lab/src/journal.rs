//! The file of records: one line a run, on disk before the next one.
//!
//! A last line that was not finished, because the machine or the program was ended
//! while it was written, is dropped when the file is opened again, which is said; one that lacks
//! nothing but its end of line is a record as any other. A file that holds something, but no
//! record, is refused and left as it is.

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
    /// Bytes of an unfinished line that were dropped.
    dropped: u64,
}

/// What a file of records holds.
#[derive(Debug)]
pub struct Held {
    /// The records.
    pub records: Vec<Record>,
    /// Bytes of an unfinished last line, which is no record.
    pub dropped: u64,
    /// Bytes of whole lines, and whether the last of them lacks its end.
    whole: u64,
    lacks_end: bool,
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
        let held = parse(path, &file)?;
        if held.dropped > 0 {
            file.set_len(held.whole)
                .with_context(|| cannot("written"))?;
        }
        if held.lacks_end {
            (&*file)
                .write_all(b"\n")
                .with_context(|| cannot("written"))?;
        }
        Ok(Journal {
            path: path.into(),
            file,
            records: held.records,
            dropped: held.dropped,
        })
    }

    /// The bytes of an unfinished last line that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
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

/// What a file holds that is not to be written to.
pub fn read(path: &Path) -> Result<Held> {
    let file = File::open(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    parse(path, &file)
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

fn parse(path: &Path, file: &File) -> Result<Held> {
    let (path, mut bytes) = (path.display(), Vec::new());
    let is_folder = file.metadata().is_ok_and(|about| about.is_dir());
    ensure!(
        !is_folder,
        "{path}: is a folder; expected a file of records"
    );
    let read = file.take(MOST).read_to_end(&mut bytes);
    read.with_context(|| format!("{path}: cannot be read"))?;
    ensure!((bytes.len() as u64) < MOST, "{path}: larger than 1 GiB");
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let (lines, last) = bytes.split_at(end.map_or(0, |end| end + 1));
    let mut records = Vec::new();
    for (number, line) in (1..).zip(lines.split(|&byte| byte == b'\n')) {
        if !line.trim_ascii().is_empty() {
            let record = serde_json::from_slice(line);
            let what = || format!("{path}: line {number}: no record of a run");
            records.push(record.with_context(what)?);
        }
    }
    let record = serde_json::from_slice(last).ok();
    let lacks_end = record.is_some();
    records.extend(record);
    ensure!(
        !records.is_empty() || bytes.trim_ascii().is_empty(),
        "{path}: holds no record of a run, so it is left as it is; expected a file that 'pegsat \
         compare' or 'reproduce' wrote"
    );
    let dropped = if lacks_end { 0 } else { last.len() as u64 };
    Ok(Held {
        records,
        dropped,
        whole: bytes.len() as u64 - dropped,
        lacks_end,
    })
}
