//! Methods: a model and what is added to it, in one word.

use crate::model::{self, Additions, Order};
use std::{fmt, str::FromStr};

/// A model with what is added to it, as in `C+independence+pagoda=2` or
/// `E+layers=4+order=ripple`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// The model's letter.
    pub model: &'static str,
    /// What is added.
    pub additions: Additions,
    /// The number of layers, or `auto`.
    pub layers: Option<String>,
    /// The order of jumps in a layer.
    pub order: Option<Order>,
    /// Which jumps the solver is to try first, as on the command line.
    pub prefer: Option<String>,
}

/// Why a word is no method.
#[derive(Debug, thiserror::Error)]
#[error("'{word}' is no model with additions: {why} (an example: C+independence+pagoda=2)")]
pub struct MethodError {
    word: String,
    why: String,
}

impl Method {
    /// The options of the command line that ask for it, and for no more: without
    /// `--add` some subcommands add what is best.
    pub fn arguments(&self) -> Vec<String> {
        let additions = self.additions.names().join(",");
        let words = ["--model", self.model, "--add", &additions];
        let mut words: Vec<String> = words.map(String::from).into();
        if let Some(layers) = &self.layers {
            words.extend(["--layers".to_string(), layers.clone()]);
        }
        if let Some(order) = &self.order {
            words.extend(["--order".to_string(), order.to_string()]);
        }
        if let Some(prefer) = &self.prefer {
            words.extend(["--prefer".to_string(), prefer.clone()]);
        }
        words
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(word: &str) -> Result<Self, MethodError> {
        let wrong = |why: String| MethodError {
            word: word.into(),
            why,
        };
        let mut parts = word.split('+');
        let letter = parts.next().unwrap_or_default();
        let model = model::by_name(letter)
            .map_err(|error| wrong(error.to_string()))?
            .name();
        let (mut layers, mut order, mut prefer, mut additions) = (None, None, None, Vec::new());
        for part in parts {
            if part.is_empty() {
                return Err(wrong("nothing follows a +".into()));
            }
            match part.split_once('=') {
                Some(("layers", number)) => layers = Some(number.to_string()),
                Some(("order", name)) => {
                    order = Some(name.parse().map_err(|error| wrong(format!("{error}")))?);
                }
                Some(("prefer", which)) => prefer = Some(which.to_string()),
                _ => additions.push(part.to_string()),
            }
        }
        let additions = Additions::try_from(additions).map_err(|error| wrong(error.to_string()))?;
        Ok(Method {
            model,
            additions,
            layers,
            order,
            prefer,
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.model)?;
        for addition in self.additions.names() {
            write!(f, "+{addition}")?;
        }
        if let Some(layers) = &self.layers {
            write!(f, "+layers={layers}")?;
        }
        if let Some(order) = &self.order {
            write!(f, "+order={order}")?;
        }
        match &self.prefer {
            Some(prefer) => write!(f, "+prefer={prefer}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_methods_are_one() {
        for word in [
            "A",
            "C+independence+pagoda=2",
            "E+layers=4+order=ripple",
            "C+prefer=corners",
        ] {
            assert_eq!(word.parse::<Method>().unwrap().to_string(), word);
        }
        let method: Method = "c+independence+layers=auto".parse().unwrap();
        assert_eq!(
            method.arguments(),
            ["--model", "C", "--add", "independence", "--layers", "auto"]
        );
        let bare: Method = "D".parse().unwrap();
        assert_eq!(bare.arguments(), ["--model", "D", "--add", ""]);
        for wrong in [
            "",
            "X",
            "C+",
            "C+nonsense",
            "E+order=none at all",
            "C independence",
        ] {
            assert!(wrong.parse::<Method>().is_err(), "{wrong}");
        }
    }
}
