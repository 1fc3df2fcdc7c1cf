//! Arguments that may be of several types, with errors in Python's words.

use pyo3::{exceptions::PyTypeError, prelude::*};

/// Of another type than expected.
pub(crate) fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name();
    let name = name.map_or("another type".into(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {name}"))
}

/// Reads the first of these types that fits.
macro_rules! either {
    ($name:ident, $what:literal: $($variant:ident($type:ty)),+) => {
        impl<'py> FromPyObject<'py> for $name {
            fn extract_bound(object: &Bound<'py, PyAny>) -> PyResult<Self> {
                $(
                    if let Ok(found) = object.extract::<$type>() {
                        return Ok($name::$variant(found));
                    }
                )+
                Err(crate::either::expected($what, object))
            }
        }
    };
}
pub(crate) use either;
