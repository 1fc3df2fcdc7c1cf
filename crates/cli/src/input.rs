//! Where input comes from: files, or standard input for `-`; each with a bound, and
//! errors that name it.

use anyhow::{Context, Result, anyhow};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

/// What people call it.
pub(super) fn name(path: impl AsRef<Path>) -> String {
    match path.as_ref() {
        path if path.as_os_str() == "-" => "standard input".into(),
        path => path.display().to_string(),
    }
}

/// Opens it; to read more than `most` bytes is an error.
pub(super) fn open(path: impl AsRef<Path>, most: u64) -> Result<Box<dyn BufRead + Send>> {
    let path = path.as_ref();
    if path.as_os_str() == "-" {
        return Ok(bounded(io::stdin(), most));
    }
    let cannot = || format!("{}: cannot be read", path.display());
    let from = File::open(path).with_context(cannot)?;
    if from.metadata().with_context(cannot)?.is_dir() {
        return Err(anyhow!("is a folder")).with_context(cannot);
    }
    Ok(bounded(from, most))
}

fn bounded(from: impl Read + Send + 'static, most: u64) -> Box<dyn BufRead + Send> {
    let left = most;
    Box::new(BufReader::new(Bounded { from, left, most }))
}

/// All of it, at most `most` bytes.
pub(super) fn bytes(path: impl AsRef<Path>, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(&path, most)?.read_to_end(&mut bytes);
    read.with_context(|| format!("{}: cannot be read", name(path)))?;
    Ok(bytes)
}

/// The same as text.
pub(super) fn text(path: impl AsRef<Path>, most: u64) -> Result<String> {
    String::from_utf8(bytes(&path, most)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(before);
        let (line, last) = (before.lines().count(), before.lines().last());
        let (line, column) = match before.ends_with('\n') || before.is_empty() {
            true => (line + 1, 1),
            false => (line, last.map_or(0, |last| last.chars().count()) + 1),
        };
        anyhow!(
            "{}:{line}:{column}: not UTF-8; expected text in that encoding",
            name(path)
        )
    })
}

struct Bounded<R> {
    from: R,
    left: u64,
    most: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        let most = self.most;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::other(format!("it is longer than {most} bytes")))?;
        Ok(read)
    }
}
