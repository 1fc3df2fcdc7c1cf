//! Seeds as they are written.

use serde::Deserialize;
use std::str::FromStr;

/// Seeds, as a list of numbers and ranges such as `0,3,10-19`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Seeds(pub Vec<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MOST: usize = 100_000;
        let wrong = || format!("expected numbers and ranges such as 0,3,10-19, not '{text}'");
        let number = |word: &str| word.trim().parse::<u64>().map_err(|_| wrong());
        let mut seeds = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if last < first {
                return Err(wrong());
            }
            if (last - first) as usize >= MOST {
                return Err(format!("more than {MOST} seeds"));
            }
            seeds.extend(first..=last);
        }
        seeds.sort_unstable();
        seeds.dedup();
        Ok(Seeds(seeds))
    }
}

impl TryFrom<String> for Seeds {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
