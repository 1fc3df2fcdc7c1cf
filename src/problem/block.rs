//! A section of a problem file.

/// The lines of a picture, and where in the file they stand.
pub(super) struct Block {
    pub(super) key_line: usize,
    pub(super) numbers: Vec<usize>,
    pub(super) text: String,
}

impl Block {
    /// Without lines so far, of the key on this line.
    pub(super) fn at(key_line: usize) -> Self {
        Block {
            key_line,
            numbers: Vec::new(),
            text: String::new(),
        }
    }

    /// The line of the file that holds the picture's line `row` (from 1).
    pub(super) fn line(&self, row: usize) -> usize {
        self.numbers.get(row - 1).copied().unwrap_or(self.key_line)
    }
}

/// Where in the text, and what is wrong there.
pub(super) type Wrong = (usize, usize, String);
