//! Folders for temporary files, which go when their owner does: at the latest when
//! the next one is made.

use super::secret::secret;
use nix::fcntl::{Flock, FlockArg};
use std::{
    fs::File,
    io,
    io::{Read, Write},
    path::Path,
};
use tempfile::TempDir;

const PREFIX: &str = "pegsat-";

/// A file in each folder, locked as long as its owner lives. It holds a mark and a secret, so that
/// no other folder is taken for one of these.
pub const LOCK: &str = "owner.lock";

/// How that file begins.
const MARK: &str = "a folder for temporary files of pegsat ";

/// A folder of this process's own.
pub struct Scratch {
    folder: TempDir,
    secret: String,
    _lock: Flock<File>,
}

impl Scratch {
    /// Makes it, and removes those whose owners were killed.
    pub fn new() -> io::Result<Self> {
        let all = std::env::temp_dir();
        clear(&all);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&all)?;
        // Under another name at first: a lock file that is not locked has no owner.
        let (early, path) = (folder.path().join("early"), folder.path().join(LOCK));
        let secret = secret()?;
        let mut lock = lock(File::create(&early)?)?;
        lock.write_all(format!("{MARK}{secret}").as_bytes())?;
        std::fs::rename(early, path)?;
        Ok(Scratch {
            folder,
            secret,
            _lock: lock,
        })
    }

    /// What [`remove`] must be told to remove it.
    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn lock(file: File) -> io::Result<Flock<File>> {
    Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, error)| error.into())
}

/// What the lock file of a folder says after its mark, if it is one of ours.
fn secret_in(folder: &Path) -> Option<(File, String)> {
    let path = folder.join(LOCK);
    // Others may put there what they like: a pipe would not be opened at once.
    let is_file = path.symlink_metadata().is_ok_and(|lock| lock.is_file());
    let file = is_file.then(|| File::open(path).ok()).flatten()?;
    let mut text = String::new();
    (&file).take(200).read_to_string(&mut text).ok()?;
    let secret = text.strip_prefix(MARK)?.to_string();
    Some((file, secret))
}

/// Removes a folder that is ours and has this secret, whether or not its owner lives.
pub(super) fn remove(folder: &Path, secret: &str) {
    if secret_in(folder).is_some_and(|(_, own)| own == secret) {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Removes what was left behind; what cannot be removed stays.
pub fn clear(all: &Path) {
    let entries = std::fs::read_dir(all).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in ours {
        if secret_in(&entry.path()).is_some_and(|(file, _)| lock(file).is_ok()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
