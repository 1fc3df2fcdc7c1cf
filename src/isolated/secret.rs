//! Words that nobody guesses.

use std::{fs::File, io, io::Read};

/// 128 bits by chance, in hexadecimal.
pub(super) fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
