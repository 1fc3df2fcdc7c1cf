//! The answers of XCSP3 solvers.

use super::{AFTER_ALL, About, FoundJumps, Lines, OutputError, SystemAnswer, no_answer, short};
use crate::board::JumpNumber;
use std::collections::HashMap;

/// The value of a variable that may have any.
const ANY: i64 = -1;

/// `s` lines, and an instantiation in XML, in `v` lines or not.
pub(super) fn instantiation(
    mut lines: Lines<'_>,
    about: &About<'_>,
) -> Result<SystemAnswer, OutputError> {
    let mut status = None;
    let mut best = false;
    let mut text = String::new();
    let mut line_of_values = 0;
    while let Some(line) = lines.next()? {
        match line.as_str() {
            "s SATISFIABLE" => status = Some(true),
            "s OPTIMUM FOUND" => (status, best) = (Some(true), true),
            "s UNSATISFIABLE" if text.is_empty() => return Ok(SystemAnswer::Unsolvable),
            "s UNSATISFIABLE" => return Err(lines.wrong(AFTER_ALL)),
            "s UNKNOWN" => return Ok(SystemAnswer::Unknown),
            _ => {
                let part = line.strip_prefix("v ").unwrap_or(&line);
                if part.contains("<instantiation") {
                    text.clear(); // the last one counts
                }
                if part.contains("<values") {
                    line_of_values = lines.number;
                }
                if line.starts_with("v ")
                    || line.starts_with('<')
                    || text.contains("<instantiation")
                {
                    text.push_str(part);
                    text.push(' ');
                }
            }
        }
    }
    if status.is_none() && text.is_empty() {
        return Err(no_answer());
    }
    let place = line_of_values.max(1);
    let between = |tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}>"))?;
        rest.split_once(&format!("</{tag}>"))
            .map(|(inner, _)| inner.to_string())
    };
    let (Some(names), Some(values)) = (between("list"), between("values")) else {
        return Err(OutputError::Incomplete(
            "it holds no whole <instantiation> with <list> and <values>".into(),
        ));
    };
    let values = read_values(&values, about, place)?;
    let given = assigned(&names, &values, about, place)?;
    said(&given, about, best, line_of_values)
}

/// What the variables say.
fn said(
    given: &Given,
    about: &About<'_>,
    best: bool,
    line: usize,
) -> Result<SystemAnswer, OutputError> {
    match about {
        About::Formula(n) => {
            let value = |index| {
                given
                    .get(&("x".to_string(), index))
                    .is_some_and(|v| *v == 1)
            };
            Ok(SystemAnswer::Assignment(
                (0..*n as usize).map(value).collect(),
            ))
        }
        About::Data(data) => {
            let none = data.problem.board().jumps().len();
            let is_made = |step: usize, jump: usize| {
                given.get(&("M".to_string(), step * none + jump)) == Some(&1)
            };
            let by_matrix = given.contains_key(&("M".to_string(), 0));
            let mut jumps = Vec::new();
            for step in 0..data.steps.1 {
                if by_matrix {
                    jumps.extend(
                        (0..none)
                            .filter(|&jump| is_made(step, jump))
                            .map(JumpNumber),
                    );
                    continue;
                }
                let value = given.get(&("moves".to_string(), step));
                match value.map(|jump| usize::try_from(*jump)) {
                    Some(Ok(jump)) if jump < none => jumps.push(JumpNumber(jump)),
                    Some(Ok(jump)) if jump == none => {}
                    _ => {
                        let message = format!("moves[{step}] has no value from 0 to {none}");
                        return Err(wrong(line.max(1), message));
                    }
                }
            }
            let found = FoundJumps::at(jumps, line);
            Ok(SystemAnswer::Jumps(found, best))
        }
    }
}

/// The variables that a solver assigns, by array and place.
type Given = HashMap<(String, usize), i64>;

/// The sizes of an array of the instance.
fn shape(about: &About<'_>, array: &str) -> Option<Vec<usize>> {
    Some(match (about, array) {
        (About::Formula(n), "x") => vec![(*n).max(1) as usize],
        (About::Data(data), "moves" | "counts" | "hop") => vec![data.steps.1],
        (About::Data(data), "M") => vec![data.steps.1, data.problem.board().jumps().len()],
        (About::Data(data), "bState") => {
            vec![data.steps.1 + 1, data.problem.board().n_holes()]
        }
        _ => return None,
    })
}

/// The error at the line of the values.
fn wrong(line: usize, message: String) -> OutputError {
    OutputError::Line { line, message }
}

/// The values, with repetitions such as `0x12` written out.
fn read_values(text: &str, about: &About<'_>, line: usize) -> Result<Vec<i64>, OutputError> {
    let arrays = ["x", "moves", "counts", "hop", "M", "bState"].into_iter();
    let arrays = arrays.filter_map(|array| shape(about, array));
    let most: usize = arrays.map(|sizes| sizes.iter().product::<usize>()).sum();
    let mut read = Vec::new();
    for word in text.split_whitespace() {
        let (value, times) = word.split_once('x').unwrap_or((word, "1"));
        // Where any value will do, none is said.
        let value: Option<i64> = match value {
            "*" => Some(ANY),
            _ => value.parse().ok(),
        };
        let (Some(value), Ok(times)) = (value, times.parse::<usize>()) else {
            return Err(wrong(line, format!("'{}'; expected a value", short(word))));
        };
        if times > most - read.len() {
            return Err(wrong(line, format!("there are more than {most} values")));
        }
        read.extend(std::iter::repeat_n(value, times));
    }
    Ok(read)
}

/// The variables of a list of names, each with its value.
fn assigned(
    names: &str,
    read: &[i64],
    about: &About<'_>,
    line: usize,
) -> Result<Given, OutputError> {
    let mut given = Given::new();
    let mut place = 0;
    for name in names.split_whitespace() {
        let unknown = || {
            wrong(
                line,
                format!("'{}' is no variable of the instance", short(name)),
            )
        };
        let inner = name.strip_suffix(']').ok_or_else(unknown)?;
        let (array, indices) = inner.split_once('[').ok_or_else(unknown)?;
        let shape = shape(about, array).ok_or_else(unknown)?;
        let indices: Vec<&str> = indices.split("][").collect();
        if indices.len() != shape.len() {
            return Err(unknown());
        }
        // All places that the indices leave open, in order.
        let mut places = vec![0];
        for (index, size) in indices.iter().zip(&shape) {
            let range = match index.parse::<usize>() {
                _ if index.is_empty() => 0..*size,
                Ok(index) if index < *size => index..index + 1,
                _ => return Err(unknown()),
            };
            let places_so_far = std::mem::take(&mut places);
            for prefix in places_so_far {
                places.extend(range.clone().map(|index| prefix * size + index));
            }
        }
        for one in places {
            let value = read
                .get(place)
                .ok_or_else(|| wrong(line, format!("{} values for more variables", read.len())))?;
            if given.insert((array.to_string(), one), *value).is_some() {
                return Err(wrong(
                    line,
                    format!("'{}' has a value already", short(name)),
                ));
            }
            place += 1;
        }
    }
    if place != read.len() {
        return Err(wrong(
            line,
            format!("{} values for {place} variables", read.len()),
        ));
    }
    Ok(given)
}
