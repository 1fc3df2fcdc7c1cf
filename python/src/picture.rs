//! Pictures, as files and in notebooks.

use crate::{
    state::Reduced,
    work::{file, usage},
};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// A picture that a notebook shows.
#[pyclass(frozen, module = "pegsat")]
pub struct Picture(pub(crate) String);

#[pymethods]
impl Picture {
    /// Its SVG.
    #[getter]
    fn svg(&self) -> &str {
        &self.0
    }

    /// Writes it into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let ending = path.extension();
        if ending.is_some_and(|ending| !ending.eq_ignore_ascii_case("svg")) {
            let path = path.display();
            return Err(usage(format!(
                "{path}: pictures are SVG; expected a name that ends in .svg"
            )));
        }
        write(&path, &self.0)
    }

    fn __repr__(&self) -> String {
        format!("<picture, {} bytes of SVG>", self.0.len())
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }

    /// The picture, and below one that plays a button that halts it and a slider of its time.
    fn _repr_html_(&self) -> String {
        let duration = self.0.split_once(" dur=\"").map(|(_, rest)| rest);
        let duration = duration.and_then(|rest| rest.split_once("s\""));
        let Some((seconds, _)) = duration else {
            return self.0.clone();
        };
        let svg = "var s=this.parentNode.parentNode.querySelector('svg');";
        format!(
            "<div>{}<div><button type=\"button\" title=\"Halt, or go on\" onclick=\"{svg}\
             s.animationsPaused()?s.unpauseAnimations():s.pauseAnimations()\">&#9199;</button> \
             <input type=\"range\" min=\"0\" max=\"{seconds}\" step=\"0.05\" value=\"0\" \
             title=\"Time\" style=\"width:20em\" oninput=\"{svg}s.pauseAnimations();\
             s.setCurrentTime(+this.value)\"></div></div>",
            self.0
        )
    }
}

pub(crate) fn write(path: &Path, text: &str) -> PyResult<()> {
    std::fs::write(path, text).map_err(|error| {
        let text = format!("{}: cannot be written: {error}", path.display());
        file(error.kind(), text)
    })
}
