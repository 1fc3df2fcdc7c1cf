//! How one method stands to another, problem by problem: an effect, an interval, and
//! a test, so that two medians need not be compared by eye.

use super::{
    record::{Reason, Record},
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
    /// without an answer counts as its limit.
    pub ratio: f64,
    /// On how many problems that are not open the method, and the other one, has no answer: the
    /// limit stands for its time.
    pub limited: (usize, usize),
    /// Where the ratio lies with 95 %: percentiles of medians of resampled problems; of fewer
    /// than six none.
    pub interval: Option<(f64, f64)>,
    /// Problems on which the method took less time than the other, and more.
    pub faster: usize,
    /// See above.
    pub slower: usize,
    /// How likely such a split is if neither is faster: the two-sided sign test.
    pub p: f64,
}

/// The fewest problems with an interval: of five no sign test comes below 0.05.
const FEWEST: usize = 6;

/// How often problems are resampled; the numbers by chance are the same each time.
const RESAMPLES: usize = 2000;

/// How often runs are dealt out anew for the test of two problems.
const DEALS: usize = 10_000;

/// Seconds below this are all alike: no ratio is made of the noise of process starts.
pub const LEAST: f64 = 0.005;

/// Below this, chance alone is not taken for the cause.
const SIGNIFICANT: f64 = 0.05;

impl Effect {
    /// Problems, open ones, ratio, interval, faster on, slower on, p; as text.
    pub fn cells(&self) -> [String; 8] {
        let (from, to) = self.interval.unzip();
        let end = |end: Option<f64>| end.map_or(String::new(), ratio);
        [
            self.problems.to_string(),
            self.open.to_string(),
            ratio(self.ratio),
            end(from),
            end(to),
            self.faster.to_string(),
            self.slower.to_string(),
            chance(self.p),
        ]
    }

    /// What it comes to: 'open' where interval or test leave both possible. `p` is the effect's
    /// own, or the one corrected for a family of tests.
    pub fn word(&self, p: f64) -> &'static str {
        match self.interval {
            Some((from, _)) if p < SIGNIFICANT && from > 1.0 => "slower",
            Some((_, to)) if p < SIGNIFICANT && to < 1.0 => "faster",
            _ => "open",
        }
    }
}

/// A ratio as text: two significant digits, or three.
fn ratio(value: f64) -> String {
    let decimals = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        v if v >= 0.1 || v <= 0.0 => 2,
        v => (1.0 - v.log10().floor()) as usize,
    };
    format!("{value:.decimals$}")
}

/// A chance as text.
pub fn chance(p: f64) -> String {
    match p < 0.0005 {
        true => "<0.001".into(),
        false => format!("{p:.3}"),
    }
}

/// Holm's correction for a family of tests: what is below the level then is below it with all of
/// them in view (S. Holm, *A simple sequentially rejective multiple test procedure*, 1979).
pub fn holm(family: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..family.len()).collect();
    order.sort_by(|&a, &b| family[a].total_cmp(&family[b]));
    let mut corrected = vec![1.0; family.len()];
    let mut least = 0.0_f64;
    for (rank, &test) in order.iter().enumerate() {
        let left = (family.len() - rank) as f64;
        least = least.max(left * family[test]).min(1.0);
        corrected[test] = least;
    }
    corrected
}

/// The method against the other, if they share a problem.
pub fn effect(method: &Group<'_>, other: &Group<'_>) -> Option<Effect> {
    let mut ratios = Vec::new();
    let (mut problems, mut open, mut faster, mut slower) = (0, 0, 0, 0);
    let mut limited = (0, 0);
    for problem in summary::problems(&method.records) {
        let time = |group: &Group<'_>| {
            let mut records = group.of(&problem);
            records.retain(|record| record.reason != Some(Reason::Refused));
            let limit = records.iter().map(|record| record.limit());
            let limit = limit.fold(LEAST, f64::max);
            let times = records
                .iter()
                .map(|record| summary::time(record).max(LEAST));
            Some((quartiles(times)?.median, limit))
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
        limited.0 += usize::from(ours.is_infinite());
        limited.1 += usize::from(theirs.is_infinite());
        faster += usize::from(ours < theirs);
        slower += usize::from(ours > theirs);
    }
    let ratio = median(ratios.iter().copied())?;
    let resample = |random: &mut fastrand::Rng| {
        median((0..ratios.len()).map(|_| ratios[random.usize(..ratios.len())]))
    };
    Some(Effect {
        problems,
        open,
        limited,
        ratio,
        interval: (ratios.len() >= FEWEST).then(|| bootstrap(resample)),
        faster,
        slower,
        p: sign_test(faster, slower),
    })
}

/// How the runs of a method on a problem stand to those on another, over seeds: the ratio
/// of medians, its bootstrap interval, and the test by permutation of the difference of
/// ranks. A run without an answer counts as its limit. None if there are too few runs, or
/// neither has an answer in the median.
pub fn between(ours: &[&Record], theirs: &[&Record]) -> Option<Effect> {
    const FEW: usize = 4;
    let times = |records: &[&Record]| -> Vec<f64> {
        let time = |record: &&Record| match summary::time(record) {
            seconds if seconds.is_finite() => seconds.max(LEAST),
            _ => record.limit(),
        };
        records.iter().map(time).collect()
    };
    let has_answer =
        |records| summary::times(records).is_some_and(|times| times.median.is_finite());
    if !has_answer(ours) && !has_answer(theirs) {
        return None;
    }
    let (ours, theirs) = (times(ours), times(theirs));
    let median = |times: &[f64]| Some(quartiles(times.iter().copied())?.median);
    let ratio = median(&ours)? / median(&theirs)?;
    if ours.len().min(theirs.len()) < FEW || !ratio.is_finite() || ratio == 0.0 {
        return None;
    }
    let resample = |random: &mut fastrand::Rng| {
        let mut draw = |times: &[f64]| {
            let sample = (0..times.len()).map(|_| times[random.usize(..times.len())]);
            Some(quartiles(sample)?.median)
        };
        Some(draw(&ours)? / draw(&theirs)?).filter(|ratio| !ratio.is_nan())
    };
    Some(Effect {
        problems: 1,
        open: 0,
        limited: (0, 0),
        ratio,
        interval: Some(bootstrap(resample)),
        faster: usize::from(ratio < 1.0),
        slower: usize::from(ratio > 1.0),
        p: permutation_test(&ours, &theirs),
    })
}

/// The median; of an even number the geometric mean of the two in the middle, so that the ratio
/// of two methods the other way round is one over it.
fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some((sorted[last / 2] * sorted[last.div_ceil(2)]).sqrt())
}

/// The 2.5th and 97.5th percentile of what resampling gives.
fn bootstrap(mut resample: impl FnMut(&mut fastrand::Rng) -> Option<f64>) -> (f64, f64) {
    let mut random = fastrand::Rng::with_seed(2006);
    let draws = (0..RESAMPLES).filter_map(|_| resample(&mut random));
    let mut medians: Vec<f64> = draws.collect();
    medians.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = (part * medians.len() as f64) as usize;
        medians.get(place).copied().unwrap_or(f64::NAN)
    };
    (at(0.025), at(0.975))
}

/// How often the ranks of two samples lie as far apart by chance: two-sided. Values
/// that are alike share the mean of their ranks.
fn permutation_test(ours: &[f64], theirs: &[f64]) -> f64 {
    let all = [ours, theirs].concat();
    let rank = |value: f64| {
        let below = all.iter().filter(|&&other| other < value).count();
        let alike = all.iter().filter(|&&other| other == value).count();
        below as f64 + (alike + 1) as f64 / 2.0
    };
    let mut ranks: Vec<f64> = all.iter().map(|&value| rank(value)).collect();
    let mean = ours.len() as f64 * (all.len() + 1) as f64 / 2.0;
    let apart = |ranks: &[f64]| (ranks[..ours.len()].iter().sum::<f64>() - mean).abs();
    let seen = apart(&ranks);
    let mut random = fastrand::Rng::with_seed(2006);
    let as_far = (0..DEALS).filter(|_| {
        random.shuffle(&mut ranks);
        apart(&ranks) >= seen - 1e-9
    });
    (as_far.count() + 1) as f64 / (DEALS + 1) as f64
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
         interval is a bootstrap over problems (95 %), of six or more, p the two-sided sign test, \
         'Holm' the same corrected for the number of methods.",
        "method|problems|open|ratio|from|to|faster on|slower on|p|Holm",
    );
    let effects = others
        .iter()
        .filter_map(|group| Some((group, effect(group, first)?)));
    let effects: Vec<_> = effects.collect();
    let family: Vec<f64> = effects.iter().map(|(_, effect)| effect.p).collect();
    for ((group, effect), corrected) in effects.iter().zip(holm(&family)) {
        let cells = std::iter::once(group.label.clone()).chain(effect.cells());
        table.rows.push(cells.chain([chance(corrected)]).collect());
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
    fn a_median_is_the_same_either_way_round() {
        let ratios = [0.5, 1.0, 4.0, 9.0, 0.1, 30.0];
        assert_eq!(median(ratios), Some(2.0));
        assert_eq!(median(ratios.map(|ratio| 1.0 / ratio)), Some(0.5));
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([]), None);
    }

    #[test]
    fn holm_corrects_as_published() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let wanted = [0.03, 0.06, 0.06, 0.02];
        for (corrected, wanted) in corrected.iter().zip(wanted) {
            assert!((corrected - wanted).abs() < 1e-12, "{corrected} {wanted}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert_eq!(chance(1e-9), "<0.001");
        assert_eq!(chance(0.0005), "0.001");
        assert_eq!(chance(0.04), "0.040");
    }

    #[test]
    fn a_ratio_has_two_or_three_digits_that_count() {
        let texts = [
            (1234.4, "1234"),
            (100.0, "100"),
            (99.96, "100.0"),
            (10.0, "10.0"),
            (9.994, "9.99"),
            (0.1, "0.10"),
            (0.0996, "0.100"),
            (0.0123, "0.012"),
            (0.00456, "0.0046"),
            (0.0, "0.00"),
        ];
        for (value, text) in texts {
            assert_eq!(ratio(value), text);
        }
    }

    #[test]
    fn an_interval_leaves_out_a_fortieth_on_either_side() {
        let mut count = 2000.0;
        let (from, to) = super::bootstrap(|_| {
            count -= 1.0;
            (count != 7.0).then_some(count)
        });
        // Of 0 to 1999 without 7, places 49 and 1949.
        assert_eq!((from, to), (50.0, 1950.0));
        assert!(super::bootstrap(|_| None).0.is_nan());
    }

    #[test]
    fn the_permutation_test_is_that_of_ranks() {
        // Of 252 ways to deal out ten ranks, two are as far apart as these.
        let p = permutation_test(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]);
        assert!((p - 2.0 / 252.0).abs() < 0.004, "{p}");
        assert_eq!(permutation_test(&[1.0; 5], &[1.0; 5]), 1.0);
    }

    #[test]
    fn the_interval_holds_the_median_and_narrows_with_more_problems() {
        let values = |n: usize| (0..n).map(|k| 1.0 + (k * 37 % 100) as f64 / 100.0);
        let bootstrap = |values: &[f64]| {
            super::bootstrap(|random| {
                median((0..values.len()).map(|_| values[random.usize(..values.len())]))
            })
        };
        let few = bootstrap(&values(8).collect::<Vec<_>>());
        let many = bootstrap(&values(80).collect::<Vec<_>>());
        for (lower, upper) in [few, many] {
            assert!(lower < 1.5 && 1.5 < upper, "{lower} {upper}");
        }
        assert!(many.1 - many.0 < few.1 - few.0);
        assert_eq!(bootstrap(&[2.0, 2.0, 2.0]), (2.0, 2.0));
    }
}
