//! Where answers go: standard output, or files that appear whole or not at all.

use super::terminal;
use anstream::adapter::StripBytes;
use anyhow::{Context, Result, bail};
use pegsat::{
    Certificate, check,
    formula::{Clauses, Cnf, dimacs},
};
use std::{
    fs::{File, Metadata, OpenOptions, Permissions},
    io::{self, BufWriter, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};
use tempfile::NamedTempFile;

/// A file that appears in its place when it is whole. If it is dropped before, or
/// the process is killed, nothing is left. What is no regular file, such as a pipe
/// or a device, is written as it stands.
pub(crate) struct NewFile {
    path: PathBuf,
    to: To,
}

enum To {
    /// It has no name yet, so the system removes it if this process dies.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Where the system has no such files: under another name.
    Beside(NamedTempFile),
    Direct(File),
}

impl To {
    /// Opens it, for a file that will be in this place; a link stays, what it leads to is
    /// replaced, and a file keeps its mode.
    fn open(path: &Path) -> Result<(PathBuf, Self)> {
        if path.is_symlink() && !path.exists() {
            bail!("is a link that leads nowhere; expected a file's name");
        }
        let mode = match path.metadata() {
            Ok(metadata) if metadata.is_dir() => bail!("is a folder; expected a file's name"),
            Ok(metadata) if !metadata.is_file() => {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok((path.into(), To::Direct(file)));
            }
            Ok(metadata) => metadata.permissions().mode(),
            Err(_) => 0o666,
        };
        let path = path.canonicalize().unwrap_or(path.into());
        if !folder(&path).exists() {
            bail!(
                "there is no folder {}; make it first",
                folder(&path).display()
            );
        }
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder(&path), mode) {
            return Ok((path, To::Unnamed(file)));
        }
        let file = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(mode)) // less the user's umask
            .tempfile_in(folder(&path))
            .map_err(|error| without_path(&error))?;
        Ok((path, To::Beside(file)))
    }
}

/// The folder that holds it.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The beginning of names of files that are not whole yet.
const PREFIX: &str = ".pegsat-";

impl NewFile {
    /// Opens the file for writing; fails at once where that is not possible.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let to = To::open(path);
        let (path, to) = to.with_context(|| format!("{}: cannot be written", path.display()))?;
        Ok(NewFile { path, to })
    }

    /// Whether it is no regular file, but a pipe or a device.
    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.to, To::Direct(_))
    }

    /// Whether nothing has been written yet, by whomever.
    pub(crate) fn is_empty(&self) -> bool {
        self.path_so_far()
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0)
    }

    /// The path under which the contents can be written by another process, while
    /// this one lives.
    pub(crate) fn path_so_far(&self) -> PathBuf {
        match &self.to {
            #[cfg(target_os = "linux")]
            To::Unnamed(file) => descriptor(file),
            To::Beside(file) => file.path().into(),
            To::Direct(_) => self.path.clone(),
        }
    }

    /// Writes the contents by `fill`, until the user interrupts it.
    pub(crate) fn fill(
        &mut self,
        interrupted: &AtomicBool,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let file: &mut File = match &mut self.to {
            #[cfg(target_os = "linux")]
            To::Unnamed(file) => file,
            To::Beside(file) => file.as_file_mut(),
            To::Direct(file) => file,
        };
        let mut writer = BufWriter::with_capacity(1 << 16, Interruptible { file, interrupted });
        let filled = fill(&mut writer).and_then(|()| writer.flush());
        drop(writer.into_parts()); // after an error, no second try to write the rest
        filled.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// Writes the contents, until the user interrupts it, and puts the file in its place.
    pub(crate) fn finish(mut self, contents: &[u8], interrupted: &AtomicBool) -> Result<()> {
        self.fill(interrupted, |out| out.write_all(contents))?;
        self.commit()
    }

    /// Puts the whole file in its place.
    pub(crate) fn commit(self) -> Result<()> {
        let cannot = || format!("{}: cannot be written", self.path.display());
        match self.to {
            #[cfg(target_os = "linux")]
            To::Unnamed(file) => name(&file, &self.path).with_context(cannot),
            To::Beside(file) => file
                .persist(&self.path)
                .map(drop)
                .map_err(|error| without_path(&error.error))
                .with_context(cannot),
            To::Direct(_) => Ok(()),
        }
    }
}

/// A file without a name in this folder, where there are such.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path, mode: u32) -> Option<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(mode);
    let file = options
        .custom_flags(nix::libc::O_TMPFILE)
        .open(folder)
        .ok()?;
    descriptor(&file).exists().then_some(file) // it is named by that path
}

/// The path of an open file, whether it has a name or not.
#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    let (process, file) = (std::process::id(), file.as_raw_fd());
    format!("/proc/{process}/fd/{file}").into()
}

/// Names a file, in place of another one if need be.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    let link = |path: &Path| {
        use nix::fcntl::{AT_FDCWD, AtFlags};
        let flags = AtFlags::AT_SYMLINK_FOLLOW;
        nix::unistd::linkat(AT_FDCWD, &descriptor(file), AT_FDCWD, path, flags)
    };
    match link(path) {
        Err(nix::Error::EEXIST) => {
            let random: String = std::iter::repeat_with(fastrand::alphanumeric)
                .take(12)
                .collect();
            let beside = path.with_file_name(format!("{PREFIX}{random}"));
            link(&beside)?;
            std::fs::rename(&beside, path).inspect_err(|_| {
                let _ = std::fs::remove_file(&beside);
            })
        }
        linked => Ok(linked?),
    }
}

/// The system's words, without the name of the file beside.
fn without_path(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Refuses arguments that name one and the same file, so that nothing is
/// overwritten by accident. Names that are no files do not matter.
pub(crate) fn distinct(files: &[(&str, Option<&Path>)]) -> Result<()> {
    let place = |path: &Path| {
        let folder = folder(path).canonicalize().ok()?;
        path.canonicalize()
            .ok()
            .or_else(|| Some(folder.join(path.file_name()?)))
    };
    let regular = |path: &Path| {
        let is_file = path.metadata().map_or(true, |metadata| metadata.is_file());
        is_file && path.as_os_str() != "-"
    };
    let places: Vec<(&str, PathBuf)> = files
        .iter()
        .filter_map(|&(name, path)| Some((name, place(path.filter(|path| regular(path))?)?)))
        .collect();
    for (index, (name, path)) in places.iter().enumerate() {
        if let Some((other, _)) = places[..index].iter().find(|(_, other)| other == path) {
            bail!("{other} and {name} are the same file, {}", path.display());
        }
    }
    Ok(())
}

/// What the flag says when a write is refused.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

struct Interruptible<'a> {
    file: &'a mut File,
    interrupted: &'a AtomicBool,
}

impl Write for Interruptible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(io::Error::other(Interrupted));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Where a subcommand's answer goes.
pub(crate) enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(NewFile),
}

impl Output {
    /// Opens it: the file if there is one, else standard output.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        Ok(match path {
            None => Output::Stdout,
            Some(path) if path.as_os_str() == "-" => Output::Stdout,
            Some(path) => Output::File(NewFile::create(path)?),
        })
    }

    /// Sees whether it can be opened, where no reader would notice: the other end
    /// of a pipe hears it.
    pub(crate) fn probe(path: Option<&Path>) -> Result<()> {
        let is_special = |metadata: Metadata| !metadata.is_file() && !metadata.is_dir();
        match path {
            Some(path) if !path.metadata().is_ok_and(is_special) => {
                Self::open(Some(path)).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Writes the whole answer. Colours are kept where they can be seen; a
    /// reader that has gone away is no error.
    pub(crate) fn write(self, text: &str) -> Result<()> {
        match self {
            Output::Stdout => {
                let mut out = anstream::stdout().lock();
                let text = terminal::safe(text);
                match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    written => written.context("standard output: cannot be written"),
                }
            }
            Output::File(file) => {
                let text = anstream::adapter::strip_str(text).to_string();
                file.finish(text.as_bytes(), &AtomicBool::new(false))
            }
        }
    }
}

impl Output {
    /// Writes what `fill` writes, as it comes; a file appears when it is whole.
    pub(crate) fn stream(self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        match self {
            Output::Stdout => {
                let mut out = BufWriter::new(anstream::stdout().lock());
                let filled = fill(&mut Prompt::new(&mut out)).and_then(|()| out.flush());
                match filled {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                        drop(out.into_parts()); // no second try
                        Ok(())
                    }
                    filled => filled.context("standard output: cannot be written"),
                }
            }
            Output::File(mut file) => {
                let go_on = AtomicBool::new(false);
                file.fill(&go_on, |out| fill(&mut Plain(out, StripBytes::new())))?;
                file.commit()
            }
        }
    }
}

/// Passes on what is written without its colours.
struct Plain<'a>(&'a mut dyn Write, StripBytes);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in self.1.strip_next(bytes) {
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Passes on what is written within a tenth of a second: at once if it comes slowly.
struct Prompt<W> {
    out: W,
    flushed: Instant,
}

impl<W: Write> Prompt<W> {
    fn new(out: W) -> Self {
        let flushed = Instant::now();
        Prompt { out, flushed }
    }
}

impl<W: Write> Write for Prompt<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.out.write_all(terminal::safe(text).as_bytes())?,
            Err(_) => self.out.write_all(bytes)?, // a part of a letter
        }
        let written = bytes.len();
        if self.flushed.elapsed() > Duration::from_millis(100) {
            self.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.out.flush()
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The file with this ending added to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(ending);
    path.with_file_name(name)
}

/// The formula with its clauses as the certificate's checker numbers them, so that the hints which
/// it writes fit; whether they were put in that order.
pub(crate) fn as_numbered(mut cnf: Cnf, certificate: Option<&Certificate>) -> (Cnf, bool) {
    let text = certificate.map(Certificate::text);
    let numbered = text.and_then(|text| check::formula(&text, &|| true));
    let Some((n_vars, clauses)) = numbered else {
        return (cnf, false);
    };
    cnf.n_vars = u32::try_from(n_vars).unwrap_or(u32::MAX);
    cnf.clauses = Clauses::default();
    for clause in clauses {
        cnf.clauses.push(clause.into_iter().map(dimacs::lit));
    }
    (cnf, true)
}

/// A proof, and beside it its formula and its certificate.
pub(crate) struct ProofFiles {
    pub(crate) proof: NewFile,
    pub(crate) formula: NewFile,
    document: NewFile,
}

impl ProofFiles {
    /// Those of the file that an option names; none of these others is one of them. What cannot
    /// be written is an error before the work.
    pub(crate) fn create(
        option: &str,
        path: &Path,
        others: &[(&str, Option<&Path>)],
    ) -> Result<Self> {
        let [formula, document] = [".cnf", ".json"].map(|ending| beside(path, ending));
        let own = [
            (option, Some(path)),
            ("the formula", Some(&*formula)),
            ("the certificate", Some(&document)),
        ];
        for &other in others {
            distinct(&[&own[..], &[other]].concat())?;
        }
        Ok(ProofFiles {
            proof: NewFile::create(path)?,
            formula: NewFile::create(&formula)?,
            document: NewFile::create(&document)?,
        })
    }

    /// Keeps what was written, and the certificate, if there is one.
    pub(crate) fn keep(
        self,
        certificate: Option<&Certificate>,
        interrupted: &AtomicBool,
    ) -> Result<()> {
        self.formula.commit()?;
        self.proof.commit()?;
        certificate.map_or(Ok(()), |certificate| {
            let text = certificate.text();
            self.document.finish(text.as_bytes(), interrupted)
        })
    }
}
