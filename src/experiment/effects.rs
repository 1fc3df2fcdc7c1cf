//! How one method stands to another, problem by problem: an effect, an interval, and
//! a test, so that nobody has to compare two medians by eye.

use super::{
    record::Record,
    summary::{self, Group, quartiles},
    table::Table,
};

/// How one method stands to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Problems that both were given.
    pub problems: usize,
    /// Problems that neither answered; they say nothing.
    pub open: usize,
    /// The median over problems of the ratio of times, each a median over seeds. A run
    /// without an answer counts as its limit, so where there are such the true ratio is
    /// further from one.
    pub ratio: f64,
    /// Where the ratio lies with 95 %: percentiles of medians of resampled problems.
    pub interval: (f64, f64),
    /// Problems on which the method took less time than the other, and more.
    pub faster: usize,
    /// See above.
    pub slower: usize,
    /// How likely such a split is if neither is faster: the two-sided sign test.
    pub p: f64,
}

/// How often problems are resampled; the numbers by chance are the same each time.
const RESAMPLES: usize = 2000;

/// Times below this are all alike: no ratio is made of the noise of process starts.
const LEAST: f64 = 0.005;

/// The method against the other, if they share a problem.
pub fn effect(method: &Group<'_>, other: &Group<'_>) -> Option<Effect> {
    let mut ratios = Vec::new();
    let (mut problems, mut open, mut faster, mut slower) = (0, 0, 0, 0);
    for problem in summary::problems(&method.records) {
        let time = |group: &Group<'_>| {
            let seconds = |record: &&Record| match record.is_decided() {
                true => record.wall_seconds.max(LEAST),
                false => f64::INFINITY,
            };
            let records = group.of(&problem);
            let limit = records.iter().map(|record| record.timeout_seconds);
            let limit = limit.fold(LEAST, f64::max);
            Some((quartiles(records.iter().map(seconds))?.median, limit))
        };
        let (Some((ours, limit)), Some((theirs, other_limit))) = (time(method), time(other)) else {
            continue;
        };
        problems += 1;
        if ours.is_infinite() && theirs.is_infinite() {
            open += 1;
            continue;
        }
        ratios.push(ours.min(limit) / theirs.min(other_limit));
        faster += usize::from(ours < theirs);
        slower += usize::from(ours > theirs);
    }
    let ratio = quartiles(ratios.iter().copied())?.median;
    Some(Effect {
        problems,
        open,
        ratio,
        interval: bootstrap(&ratios),
        faster,
        slower,
        p: sign_test(faster, slower),
    })
}

/// The 2.5th and 97.5th percentile of the medians of resampled values.
fn bootstrap(values: &[f64]) -> (f64, f64) {
    let mut random = fastrand::Rng::with_seed(2006);
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let sample = (0..values.len()).map(|_| values[random.usize(..values.len())]);
            Some(quartiles(sample)?.median)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = (part * medians.len() as f64) as usize;
        medians.get(place).copied().unwrap_or(f64::NAN)
    };
    (at(0.025), at(0.975))
}

/// The two-sided sign test: twice the chance that a fair coin falls so far to one side.
fn sign_test(faster: usize, slower: usize) -> f64 {
    let (n, least) = (faster + slower, faster.min(slower));
    let mut chance = 0.5_f64.powi(n.min(1000) as i32);
    let mut sum = chance;
    for k in 0..least {
        chance *= (n - k) as f64 / (k + 1) as f64;
        sum += chance;
    }
    (2.0 * sum).min(1.0)
}

/// Every method against the first one.
pub fn against_the_first(records: &[&Record]) -> Option<Table> {
    let groups = summary::by_method(records);
    let (first, others) = groups.split_first()?;
    let mut table = Table::new(
        &format!("Against {}", first.label),
        "Ratios of times, problem by problem, medians over seeds: above one the method is slower. A \
         run without an answer counts as its limit; problems that neither answers are left out. The \
         interval is a bootstrap over problems (95 %), p the two-sided sign test.",
        &[
            "method",
            "problems",
            "open",
            "ratio",
            "from",
            "to",
            "faster on",
            "slower on",
            "p",
        ],
    );
    for group in others {
        let Some(effect) = effect(group, first) else {
            continue;
        };
        let two = |value: f64| match value {
            v if v >= 100.0 => format!("{v:.0}"),
            v if v >= 10.0 => format!("{v:.1}"),
            v => format!("{v:.2}"),
        };
        table.rows.push(vec![
            group.label.clone(),
            effect.problems.to_string(),
            effect.open.to_string(),
            two(effect.ratio),
            two(effect.interval.0),
            two(effect.interval.1),
            effect.faster.to_string(),
            effect.slower.to_string(),
            format!("{:.3}", effect.p),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_is_the_binomial_one() {
        // 2 · (1 + 10) / 1024, 2 · (1 + 12 + 66) / 4096, and certainty.
        assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((sign_test(2, 10) - 158.0 / 4096.0).abs() < 1e-12);
        assert_eq!(sign_test(5, 5), 1.0);
        assert_eq!(sign_test(0, 0), 1.0);
    }

    #[test]
    fn the_interval_holds_the_median_and_narrows_with_more_problems() {
        let values = |n: usize| (0..n).map(|k| 1.0 + (k * 37 % 100) as f64 / 100.0);
        let few = bootstrap(&values(8).collect::<Vec<_>>());
        let many = bootstrap(&values(80).collect::<Vec<_>>());
        for (lower, upper) in [few, many] {
            assert!(lower < 1.5 && 1.5 < upper, "{lower} {upper}");
        }
        assert!(many.1 - many.0 < few.1 - few.0);
        assert_eq!(bootstrap(&[2.0, 2.0, 2.0]), (2.0, 2.0));
    }
}
