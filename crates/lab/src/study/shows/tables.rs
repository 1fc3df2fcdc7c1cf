//! Tables of one method or pair of methods each row: sizes, effects; and optima.

use super::{Set, Shows, Wanted, number};
use crate::{
    effects,
    plan::AUTO,
    summary::{self, Quartiles, quartiles, seconds},
    table::Table,
};
use pegsat::{model, problem};
use std::collections::BTreeMap;

impl Shows<'_> {
    pub(super) fn sizes(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table(
            "method|published: constraints|constraints|layers|variables|clauses|literals|\
             seconds to encode",
        );
        let name = wanted.problems.first().map_or("", String::as_str);
        for method in &wanted.methods {
            let record = self.first(wanted, method, name);
            let letter = method.split('+').next().unwrap_or_default();
            let published = self.published(wanted, method, name).flatten();
            // Models of layers state one jump at a time nowhere.
            let stated = || {
                let model = model::by_name(letter).ok()?;
                let is_stated = model.step == model::Step::Jump;
                let problem = problem::named(name).ok().filter(|_| is_stated)?;
                Some(model.stated_constraints(&problem))
            };
            let stated = stated();
            let size = record.and_then(|record| record.formula);
            let place = [name, method.as_str(), "constraints"];
            self.note(wanted, place, published, stated, None);
            let ours = size.map(|size| size.clauses);
            self.note(wanted, [name, method, "clauses"], None::<f64>, ours, None);
            table.rows.push(vec![
                method.clone(),
                number(published),
                number(stated),
                number(record.and_then(|record| record.layers)),
                number(size.map(|size| size.variables)),
                number(size.map(|size| size.clauses)),
                number(size.map(|size| size.literals)),
                number(
                    record
                        .and_then(|record| record.seconds?.encode)
                        .map(seconds),
                ),
            ]);
        }
        table
    }

    /// Problems by methods: published choices and ours. Problems that neither solved are left out; the last row has how many each solved.
    pub(super) fn decisions(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table("problem");
        table.columns.extend(wanted.methods.iter().cloned());
        let mut solved = vec![(None, 0); wanted.methods.len()];
        for problem in &wanted.problems {
            let mut row = vec![problem.clone()];
            for (method, solved) in wanted.methods.iter().zip(&mut solved) {
                let theirs = self.published(wanted, method, problem);
                let is_published = theirs.is_some();
                let theirs = theirs.flatten().map(|n| n as u64);
                let record = self.first(wanted, method, problem);
                let ours = record.and_then(|record| record.choices.filter(|_| record.is_decided()));
                if is_published {
                    *solved.0.get_or_insert(0) += usize::from(theirs.is_some());
                }
                solved.1 += usize::from(ours.is_some());
                self.note(wanted, [problem, method, "choices"], theirs, ours, None);
                row.push(match (theirs, ours) {
                    (None, None) => String::new(),
                    (None, Some(ours)) if !is_published => ours.to_string(),
                    (Some(theirs), Some(ours)) if theirs == ours => format!("{theirs} = {ours}"),
                    (theirs, ours) => {
                        let word = |n: Option<u64>| n.map_or("-".into(), |n| n.to_string());
                        let ratio = theirs.zip(ours);
                        let ratio = ratio.map(|(a, b)| format!(" ({:.3})", b as f64 / a as f64));
                        format!(
                            "{} → {}{}",
                            word(theirs),
                            word(ours),
                            ratio.unwrap_or_default()
                        )
                    }
                });
            }
            if row[1..].iter().any(|cell| !cell.is_empty()) {
                table.rows.push(row);
            }
        }
        if wanted.published.is_none() {
            return table;
        }
        let counts = solved.iter().map(|(theirs, ours)| match theirs {
            Some(theirs) => format!("{theirs} → {ours}"),
            None => ours.to_string(),
        });
        table.rows.push(
            std::iter::once("solved".to_string())
                .chain(counts)
                .collect(),
        );
        table
    }

    /// Methods of the published table are depths; that of the deepest has seconds too,
    /// under 's'.
    pub(super) fn choices(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table("problem");
        let depths: Vec<&String> = self
            .theirs(wanted)
            .into_iter()
            .flat_map(BTreeMap::keys)
            .filter(|depth| depth.parse::<usize>().is_ok())
            .collect();
        table
            .columns
            .extend(depths.iter().map(|depth| depth.to_string()));
        table
            .columns
            .extend(["published: s", "s"].map(String::from));
        for problem in &wanted.problems {
            let records = wanted.methods.iter();
            let record = records
                .filter_map(|method| self.first(wanted, method, problem))
                .next();
            let counts = record.and_then(|record| record.sequences.as_ref());
            let mut row = vec![problem.clone()];
            for depth in &depths {
                let theirs = self.published(wanted, depth, problem).flatten();
                let ours = counts.and_then(|counts| counts.get(depth.parse::<usize>().ok()?));
                let unit = format!("choices at {depth}");
                self.note(wanted, [problem, "", &unit], theirs, ours, None);
                row.push(match (theirs, ours) {
                    (Some(theirs), Some(&ours)) => {
                        format!("{theirs} → {ours} ({:.2})", theirs / ours.max(1) as f64)
                    }
                    (theirs, ours) => number(theirs.or(ours.map(|&n| n as f64))),
                });
            }
            let time = self.published(wanted, "s", problem).flatten();
            row.push(time.map_or(String::new(), seconds));
            row.push(record.map(summary::time).map_or(String::new(), seconds));
            table.rows.push(row);
        }
        table
    }

    pub(super) fn pairs(&self, wanted: &Wanted) -> Table {
        let mut table = wanted
            .table("method|against|problems|both|at the limit|ratio|95 %|faster on|slower on|p|is");
        if wanted.family {
            table.columns.insert(10, "Holm".into());
        }
        let mut found = Vec::new();
        for pair @ (method, other) in &wanted.pairs {
            let is_for = |set: &&Set| set.pairs.is_empty() || set.pairs.contains(pair);
            for set in wanted.sets.iter().filter(is_for) {
                let [ours, theirs] =
                    [method, other].map(|one| self.group_of(wanted, one, &set.problems));
                let effect = effects::effect(&ours, &theirs);
                found.extend(effect.map(|effect| (method, other, set, effect)));
            }
        }
        let family: Vec<f64> = found.iter().map(|(.., effect)| effect.p).collect();
        for ((method, other, set, effect), corrected) in found.iter().zip(effects::holm(&family)) {
            let row = [*method, *other, &set.name].map(String::clone);
            let both = match effect.open {
                0 => effect.problems.to_string(),
                open => format!("{}, {open} open", effect.problems),
            };
            let tidy = effect.cells();
            let cells = row.iter().chain(&tidy).cloned().collect();
            self.effects.borrow_mut().rows.push(cells);
            let [_, _, ratio, from, to, faster, slower, p] = tidy;
            let mut row = row.to_vec();
            let limited = format!("{}, {}", effect.limited.0, effect.limited.1);
            let interval = match effect.interval {
                Some(_) => format!("{from} to {to}"),
                None => String::new(),
            };
            row.extend([both, limited, ratio, interval, faster, slower, p]);
            let p = match wanted.family {
                true => corrected,
                false => effect.p,
            };
            row.extend(wanted.family.then(|| effects::chance(p)));
            row.push(effect.word(p).into());
            table.rows.push(row);
        }
        table
    }

    pub(super) fn finishes(&self, wanted: &Wanted) -> Table {
        let [one, other] = &wanted.problems[..] else {
            return wanted.table("");
        };
        let mut table = wanted.table("method|runs");
        for problem in [one, other] {
            let more =
                ["answers", "median s", "quartiles"].map(|what| format!("{problem}: {what}"));
            table.columns.extend(more);
        }
        table
            .columns
            .extend(["ratio", "95 %", "p", "is"].map(String::from));
        for method in &wanted.methods {
            let groups = [one, other].map(|problem| self.of(wanted, method, problem));
            if groups.iter().any(Vec::is_empty) {
                continue;
            }
            let mut row = vec![method.clone(), groups[0].len().to_string()];
            for (records, problem) in groups.iter().zip([one, other]) {
                let Some(of) = summary::times(records) else {
                    continue;
                };
                let theirs = self.published(wanted, method, problem).flatten();
                let decided = summary::answers(records);
                let ours = Some(of.median).filter(|median| median.is_finite());
                self.note(wanted, [problem, method, "median s"], theirs, ours, None);
                row.push(decided.to_string());
                row.push(match theirs {
                    Some(theirs) => format!("{theirs} → {}", seconds(of.median)),
                    None => seconds(of.median),
                });
                row.push(format!("{}, {}", seconds(of.lower), seconds(of.upper)));
            }
            match effects::between(&groups[1], &groups[0]) {
                Some(effect) => {
                    let [_, _, ratio, from, to, _, _, p] = effect.cells();
                    row.extend([
                        ratio,
                        format!("{from} to {to}"),
                        p,
                        effect.word(effect.p).into(),
                    ]);
                }
                None => row.extend([(); 4].map(|()| String::new())),
            }
            table.rows.push(row);
        }
        table
    }

    pub(super) fn optima(&self, wanted: &Wanted) -> Table {
        let mut table =
            wanted.table("problem|value|bound|seconds|variables|clauses|proof MB|checked s");
        let Some(method) = wanted.methods.first() else {
            return table;
        };
        for problem in &wanted.problems {
            let Some(record) = self.first(wanted, method, problem) else {
                continue;
            };
            let values = (wanted.methods.iter())
                .filter_map(|by| Some((self.first(wanted, by, problem)?.value?, by)));
            let value = values.min_by_key(|&(value, _)| value);
            let value = value.map(|(value, by)| match by == method {
                true => value.to_string(),
                false => format!("{value} ({by})"),
            });
            let size = record.formula;
            let bytes = record.proof_bytes.map(|bytes| bytes as f64 / 1e6);
            table.rows.push(vec![
                problem.clone(),
                number(value),
                number(record.bound),
                seconds(record.measured()),
                number(size.map(|size| size.variables)),
                number(size.map(|size| size.clauses)),
                number(bytes.map(|megabytes| format!("{megabytes:.1}"))),
                number(record.proof_checked_seconds.map(seconds)),
            ]);
        }
        table
    }

    /// Where the median of a method is below that of the first; 'clearly' if the quartiles
    /// are apart.
    pub(super) fn faster(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table(
            "problem|method|runs|median s|quartiles|first: median s|first: quartiles|clearly",
        );
        let first = wanted.methods.first().map_or(AUTO, String::as_str);
        for problem in &wanted.problems {
            let of = |method: &str| {
                let records = self.of(wanted, method, problem);
                let times = records.iter().map(|record| summary::time(record));
                Some((
                    records.len(),
                    quartiles(times.map(|time| time.max(effects::LEAST)))?,
                ))
            };
            let Some((_, own)) = of(first) else { continue };
            for method in wanted.methods.iter().skip(1) {
                let Some((runs, times)) = of(method).filter(|of| of.1.median < own.median) else {
                    continue;
                };
                let both = |of: Quartiles| {
                    let quartiles = format!("{}, {}", seconds(of.lower), seconds(of.upper));
                    [seconds(of.median), quartiles]
                };
                let mut row = vec![problem.clone(), method.clone(), runs.to_string()];
                row.extend([both(times), both(own)].concat());
                let is_clear = times.upper < own.lower;
                row.push(if is_clear { "yes" } else { "no" }.into());
                table.rows.push(row);
            }
        }
        if table.rows.is_empty() {
            table.note.push_str(" There is none.");
        }
        table
    }
}
