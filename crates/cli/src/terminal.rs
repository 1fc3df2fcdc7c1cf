//! Text for people: what others wrote into it changes nothing on their terminal.

use std::borrow::Cow;

/// The colours that pictures have, and their end.
const COLOURS: [&str; 5] = [
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[31m",
    "\u{1b}[32m",
    "\u{1b}[1;32m",
];

/// Whether it does more than to lay out text of several lines.
fn acts(c: char) -> bool {
    pegsat::problem::acts(c) && c != '\n' && c != '\t'
}

/// The text without anything that acts on a terminal but our own colours: `\u001b` stands for it,
/// which JSON reads as the same.
pub(super) fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(acts) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match COLOURS.iter().find(|colour| rest.starts_with(**colour)) {
            Some(colour) => {
                out.push_str(colour);
                rest = &rest[colour.len()..];
            }
            None => {
                let length = rest.chars().next().map_or(0, |c| {
                    out.push_str(&format!("\\u{:04x}", u32::from(c)));
                    c.len_utf8()
                });
                rest = &rest[length..];
            }
        }
    }
    out.push_str(rest);
    out.into()
}

/// One line of a message, in which others may have their words: without colours, and without lines
/// of their own.
pub(super) fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if acts(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// A message of no more than a screen: of a longer one beginning and end.
pub(super) fn short(text: &str) -> Cow<'_, str> {
    const BEGIN: usize = 800;
    const END: usize = 400;
    let n = text.chars().count();
    if n <= BEGIN + END {
        return text.into();
    }
    let begin: String = text.chars().take(BEGIN).collect();
    let end: String = text.chars().skip(n - END).collect();
    format!("{begin} … ({} characters) … {end}", n - BEGIN - END).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_our_colours_acts() {
        for (text, shown) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("\u{1b}[31mred\u{1b}[0m", "\u{1b}[31mred\u{1b}[0m"),
            ("a\r\u{1b}[2Kaccepted", "a\\u000d\\u001b[2Kaccepted"),
            ("\u{9b}2K\u{202e}txt", "\\u009b2K\\u202etxt"),
            ("\u{1b}[8m", "\\u001b[8m"),
            ("\u{7f}", "\\u007f"),
        ] {
            assert_eq!(safe(text), shown);
        }
    }

    #[test]
    fn a_line_stays_one() {
        assert_eq!(
            line("x\n\u{1b}[32maccepted\t"),
            "x\\n\\u001b[32maccepted\\t"
        );
    }

    #[test]
    fn the_colours_of_pictures_are_known() {
        use pegsat::solution::{frames, picture};
        let problem = pegsat::named_problem("triangle4/free:0,1").unwrap();
        let answer = pegsat::solve(&problem, &Default::default(), &Default::default()).unwrap();
        let pegsat::End::Solved { jumps, .. } = answer.end else {
            panic!("it can be solved");
        };
        let drawn = picture::solution(&problem, &frames::by_jump(&problem, &jumps), 80);
        assert!(drawn.contains('\u{1b}'));
        assert_eq!(safe(&drawn), drawn);
    }

    #[test]
    fn long_messages_keep_beginning_and_end() {
        let long = format!("begin {} end", "a".repeat(60 << 20));
        let shown = short(&long);
        assert!(shown.starts_with("begin ") && shown.ends_with(" end") && shown.len() < 1300);
        assert_eq!(short("short"), "short");
    }
}
