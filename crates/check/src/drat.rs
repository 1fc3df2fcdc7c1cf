//! DRAT proofs as files: the steps of their text and binary forms.

use crate::{Rejection, reject};
use std::io::{self, BufRead};

/// A DRAT proof in its text form, whichever form it has.
pub(crate) fn as_text(proof: Vec<u8>) -> Result<Vec<u8>, Rejection> {
    let mut steps = Steps::new(&proof[..])?;
    if !steps.is_binary {
        return Ok(proof);
    }
    let (mut text, mut clause) = (String::new(), Vec::new());
    while let Some(deletes) = steps.next(&mut clause)? {
        text.push_str(if deletes { "d " } else { "" });
        for literal in &clause {
            text.push_str(&format!("{literal} "));
        }
        text.push_str("0\n");
    }
    Ok(text.into_bytes())
}

/// The steps of a proof.
pub(crate) struct Steps<R> {
    proof: R,
    is_binary: bool,
    /// Lines read, or steps in a binary proof.
    number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Steps<R> {
    pub(crate) fn new(mut proof: R) -> Result<Self, Rejection> {
        let begin = proof.fill_buf().map_err(unread)?;
        // Text has nothing but words and spaces; every binary step ends with a 0.
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let is_binary =
            matches!(begin.first(), Some(b'a' | b'd')) && !begin.iter().take(100).all(is_text);
        Ok(Steps {
            proof,
            is_binary,
            number: 0,
            line: Vec::new(),
        })
    }

    /// Where the last step stood.
    pub(crate) fn place(&self) -> String {
        let what = if self.is_binary { "step" } else { "line" };
        format!("{what} {}", self.number)
    }

    /// Reads a step's clause, and whether it is deleted; nothing at the end.
    pub(crate) fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<bool>, Rejection> {
        loop {
            clause.clear();
            self.line.clear();
            self.number += 1;
            let end = if self.is_binary { 0 } else { b'\n' };
            let read = self.proof.read_until(end, &mut self.line);
            if read.map_err(unread)? == 0 {
                return Ok(None);
            }
            let parsed = match self.is_binary {
                true => binary(&self.line, clause),
                false => text(&self.line, clause),
            };
            match parsed {
                Some(Parsed::Nothing) => {}
                Some(Parsed::Adds) => return Ok(Some(false)),
                Some(Parsed::Deletes) => return Ok(Some(true)),
                None => return reject(format!("{}: expected literals and 0", self.place())),
            }
        }
    }
}

fn unread(error: io::Error) -> Rejection {
    Rejection(format!("it cannot be read: {error}"))
}

pub(crate) enum Parsed {
    Nothing,
    Adds,
    Deletes,
}

/// `1 -2 0`, `d 1 -2 0`, or a comment.
fn text(line: &[u8], clause: &mut Vec<i32>) -> Option<Parsed> {
    let line = std::str::from_utf8(line).ok()?.trim();
    if line.is_empty() || line.starts_with('c') {
        return Some(Parsed::Nothing);
    }
    let (step, words) = match line.strip_prefix('d') {
        Some(rest) => (Parsed::Deletes, rest),
        None => (Parsed::Adds, line),
    };
    for word in words.split_ascii_whitespace() {
        if clause.last() == Some(&0) {
            return None;
        }
        clause.push(word.parse().ok().filter(|&literal| literal != i32::MIN)?);
    }
    (clause.pop() == Some(0)).then_some(step)
}

/// `a` or `d`, then 2v for the literal v and 2v+1 for -v, seven bits a byte, the
/// last ones first, then 0.
pub(crate) fn binary(bytes: &[u8], clause: &mut Vec<i32>) -> Option<Parsed> {
    let (&letter, rest) = bytes.strip_suffix(&[0])?.split_first()?;
    let (mut number, mut shift) = (0u64, 0);
    for &byte in rest {
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            let variable = i32::try_from(number / 2).ok().filter(|v| v.is_positive())?;
            clause.push(if number % 2 == 1 { -variable } else { variable });
            (number, shift) = (0, 0);
        } else if shift > 35 {
            return None;
        }
    }
    match (letter, shift) {
        (b'a', 0) => Some(Parsed::Adds),
        (b'd', 0) => Some(Parsed::Deletes),
        _ => None,
    }
}
