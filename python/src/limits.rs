//! Limits of time and memory, as the command line has them.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use std::time::Duration;

/// As on the command line.
const LEAST_MEMORY: u64 = 16 << 20;

/// Limits of time and memory.
pub(crate) struct Limits {
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

fn wrong(text: String) -> PyErr {
    PyValueError::new_err(text)
}

/// Of another type than expected.
fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name();
    let name = name.map_or("another type".into(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {name}"))
}

impl Limits {
    pub(crate) fn new(
        timeout: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Limits {
            timeout: timeout.map(time).transpose()?,
            memory: memory.map(size).transpose()?,
        })
    }
}

/// Seconds, or a text such as 30s or 5m.
fn time(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| wrong(format!("timeout={seconds}: expected seconds from 0")))
    };
    if let Ok(number) = given.extract() {
        return seconds(number);
    }
    let text: String = given
        .extract()
        .map_err(|_| expected("seconds, or a text such as '30s'", given))?;
    match text.parse() {
        Ok(number) => seconds(number),
        Err(_) => humantime::parse_duration(&text)
            .map_err(|_| wrong(format!("timeout='{text}': expected a time such as 30s"))),
    }
}

/// Bytes: a number, or a text such as 2G.
fn size(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let bytes = if let Ok(number) = given.extract::<i128>() {
        u64::try_from(number).map_err(|_| {
            let text = "expected 0 or more, below 2 to the 64";
            wrong(format!("memory={number}: {text}"))
        })?
    } else {
        let text: String = given
            .extract()
            .map_err(|_| expected("bytes, or a text such as '2G'", given))?;
        let size = parse_size::Config::new().with_binary().parse_size(&text);
        size.map_err(|_| {
            wrong(format!(
                "memory='{text}': expected a size such as 500M or 2G"
            ))
        })?
    };
    match bytes < LEAST_MEMORY {
        true => Err(wrong(format!(
            "memory={bytes}: too little to run in; expected at least 16M"
        ))),
        false => Ok(bytes),
    }
}
