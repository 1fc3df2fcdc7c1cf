//! Another program at work: it is attended while it runs, held out of its turns, and
//! ended with its group when the watch says so.

use super::{SolverError, output::OutputError};
use crate::{
    supervise::Supervised,
    watch::{MILLISECOND, Watch},
};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
    process::{ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};
use tempfile::TempDir;

/// How long a program runs before its work is counted.
const TICK: Duration = Duration::from_millis(5);

/// How long its output is waited for once it was ended.
const PATIENCE: Duration = Duration::from_millis(100);

/// What a program printed, and how it ended.
pub struct Output<T> {
    /// What was read of its output.
    pub read: Result<T, OutputError>,
    /// How it ended.
    pub status: ExitStatus,
}

/// The beginning of what the command prints, and how it ends; nothing if it cannot be run,
/// or not within the watch's time.
pub fn said(mut command: Command, watch: &Watch) -> Option<(String, ExitStatus)> {
    const MOST: u64 = 64 << 10;
    command.stderr(Stdio::null());
    let Output { read, status } = attend(command, watch, |mut out| {
        let mut bytes = Vec::new();
        out.by_ref().take(MOST).read_to_end(&mut bytes)?;
        io::copy(&mut out, &mut io::sink())?; // or it could not go on
        Ok(bytes)
    })
    .ok()?;
    Some((String::from_utf8_lossy(&read.ok()?).into_owned(), status))
}

/// A folder for a program's files, which goes when this is dropped.
pub(crate) fn scratch() -> Result<TempDir, SolverError> {
    let made = tempfile::Builder::new().prefix("pegsat-").tempdir();
    made.map_err(|error| SolverError::Io {
        path: std::env::temp_dir(),
        error,
    })
}

/// Writes a file for a program.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SolverError> {
    let fill = |file: File| {
        let mut file = BufWriter::new(file);
        fill(&mut file)?;
        file.flush()
    };
    File::create(path)
        .and_then(fill)
        .map_err(|error| SolverError::Io {
            path: path.into(),
            error,
        })
}

/// The words of a command with these values in place of their names.
pub(crate) fn words(template: &[String], values: &[(&str, String)]) -> Vec<String> {
    let mut words = template.to_vec();
    for word in &mut words {
        for (name, value) in values {
            *word = word.replace(name, value);
        }
    }
    words
}

/// Runs the command, and reads what it prints while it runs, in a thread. Its work is
/// the time that it runs, and it runs only in its turns.
pub fn attend<T: Send + 'static>(
    mut command: Command,
    watch: &Watch,
    read: impl FnOnce(BufReader<ChildStdout>) -> Result<T, OutputError> + Send + 'static,
) -> Result<Output<T>, SolverError> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let started = Supervised::start(&mut command, false);
    let failed = |reason: String| SolverError::Failed(format!("{program}: {reason}"));
    let (mut process, pipes) = started
        .map_err(|error| SolverError::Asked(format!("{program}: cannot be started: {error}")))?;
    let stdout = pipes.stdout;
    let stdout = stdout.ok_or_else(|| failed("its output cannot be had".into()))?;
    let (send, parsed) = channel();
    std::thread::spawn(move || {
        let _ = send.send(read(BufReader::new(stdout))); // it may have been ended
    });
    let read = loop {
        match parsed.recv_timeout(TICK) {
            Ok(read) => break read,
            Err(RecvTimeoutError::Disconnected) => {
                break Err(OutputError::Incomplete("its output cannot be read".into()));
            }
            Err(RecvTimeoutError::Timeout) => {
                let mut hold = |is_held| process.hold(is_held);
                if let Err(stop) = watch.work_held(5 * MILLISECOND, &mut hold) {
                    process.end();
                    let _ = process.wait();
                    // The reader ends with the program's output, unless somebody who left
                    // its group still holds that.
                    let _ = parsed.recv_timeout(PATIENCE);
                    return Err(stop.into());
                }
            }
        }
    };
    if matches!(read, Err(OutputError::Line { .. })) {
        process.end(); // no answer can follow: do not wait for hours
    }
    let ended = process.wait().map_err(|error| failed(error.to_string()))?;
    let status = ended.status;
    Ok(Output { read, status })
}
