//! The solution files of HiGHS, SCIP and CBC.

use super::{Form, Lines, OutputError, SystemAnswer, no_answer, short};

/// The solution files of integer programs: a status, and names with values.
pub(super) fn columns(
    form: Form,
    mut lines: Lines<'_>,
    n_vars: u32,
) -> Result<SystemAnswer, OutputError> {
    let mut status = None;
    let mut values = vec![false; n_vars as usize];
    let mut any = false;
    let mut in_columns = form != Form::Highs;
    while let Some(line) = lines.next()? {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line.is_empty() {
            continue;
        }
        if status.is_none() {
            let said = match form {
                Form::Highs if line == "Model status" => continue,
                Form::Scip => line.strip_prefix("solution status:").map(str::trim),
                _ => Some(line.as_str()),
            };
            let said = said.ok_or_else(|| lines.wrong("expected 'solution status: …'"))?;
            // CBC says the objective's value after a dash.
            let word = match form {
                Form::Cbc => said.split(" - ").next().unwrap_or_default(),
                _ => said,
            };
            status = Some(match word.to_lowercase().as_str() {
                "infeasible" | "integer infeasible" => return Ok(SystemAnswer::Unsolvable),
                "optimal" => true,
                // A limit was reached: a solution may stand below.
                _ => false,
            });
            continue;
        }
        if form == Form::Highs {
            if let Some(title) = line.strip_prefix("# ") {
                // Dual values and a basis come after the columns.
                in_columns = title.starts_with("Columns");
                if any && !in_columns {
                    break;
                }
                continue;
            }
            if !in_columns {
                continue;
            }
        }
        // CBC numbers its rows, and marks those that break a bound.
        let words = match form {
            Form::Cbc => words.strip_prefix(&["**"]).unwrap_or(&words).get(1..3),
            _ => words.get(..2),
        };
        if form == Form::Scip && line.starts_with("objective value:") {
            continue;
        }
        let wrong = || {
            lines.wrong(format!(
                "'{}'; expected a variable and its value",
                short(&line)
            ))
        };
        let Some(&[name, value]) = words else {
            return Err(wrong());
        };
        let number: usize = name
            .strip_prefix('x')
            .and_then(|number| number.parse().ok())
            .ok_or_else(wrong)?;
        let value: f64 = value.parse().map_err(|_| wrong())?;
        let place = number
            .checked_sub(1)
            .and_then(|index| values.get_mut(index));
        let place = place.ok_or_else(|| {
            lines.wrong(format!(
                "variable x{number}, but the formula has {n_vars} variables"
            ))
        })?;
        let distance = (value - value.round()).abs();
        if !(distance < 1e-4 && (-0.5..1.5).contains(&value)) {
            return Err(lines.wrong(format!("x{number} is {value}; expected 0 or 1")));
        }
        *place = value > 0.5;
        any = true;
    }
    match status {
        None => Err(no_answer()),
        Some(_) if any => Ok(SystemAnswer::Assignment(values)),
        Some(_) => Ok(SystemAnswer::Unknown),
    }
}
