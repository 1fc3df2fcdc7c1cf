//! Folders for temporary files, which go when their owner does: at the latest when
//! the next one is made.

use nix::fcntl::{Flock, FlockArg};
use std::{fs::File, io, path::Path};
use tempfile::TempDir;

const PREFIX: &str = "pegsat-";

/// A file in each folder, locked as long as its owner lives.
pub const LOCK: &str = "owner.lock";

/// A folder of this process's own.
pub struct Scratch {
    folder: TempDir,
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
        let lock = lock(File::create(&early)?)?;
        std::fs::rename(early, path)?;
        Ok(Scratch {
            folder,
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn lock(file: File) -> io::Result<Flock<File>> {
    Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, error)| error.into())
}

/// Removes what was left behind; what cannot be removed stays.
pub fn clear(all: &Path) {
    let entries = std::fs::read_dir(all).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in ours {
        let path = entry.path().join(LOCK);
        // Others may put there what they like: a pipe would not be opened at once.
        let is_file = path.symlink_metadata().is_ok_and(|lock| lock.is_file());
        if is_file && File::open(path).and_then(lock).is_ok() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
