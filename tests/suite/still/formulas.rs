//! Formulas, and what models and additions say of themselves.

use super::*;

/// Every addition with the values that its form names, beside those of models alone.
const ADDITIONS: [&str; 25] = [
    "",
    "aggregated",
    "class",
    "early",
    "independence",
    "independence=2",
    "objective=final",
    "objective=penalty",
    "objective=none",
    "pagoda=1",
    "pagoda=2",
    "pagoda=3",
    "pagoda=auto",
    "pagoda=paper",
    "pagoda=1,pagoda=2",
    "regions",
    "self",
    "states=2",
    "states=4",
    "states=6",
    "self,independence",
    "states=3,independence",
    "class,early",
    "self,regions",
    "self,class",
];

fn formula(problem: &Problem, letter: &str, options: &Options) -> String {
    let model = model::by_name(letter).unwrap();
    match model.encode(problem, options, &Watch::new()) {
        Err(error) => format!("refused {}", short(error.to_string())),
        Ok(encoding) => {
            let said = shown(&(&encoding.meanings, &encoding.notes));
            let stated = model.stated_constraints(problem);
            let cnf = encoding.formula.into_cnf(AtMostOne::default()).unwrap();
            let size = engine::Size::of(&cnf);
            let clauses: Vec<_> = cnf.clauses.iter().map(<[_]>::to_vec).collect();
            format!(
                "{} {} {} {stated} {} {said}",
                size.variables,
                size.clauses,
                size.literals,
                shown(&clauses)
            )
        }
    }
}

#[test]
fn formulas_hold_still() {
    let problems: Vec<Problem> = kinds().into_iter().chain(by_chance(9, 12)).collect();
    let groups = groups_of(&problems, |problem| {
        let is_large = problem.board().n_holes() > 12;
        let is_middling = problem.board().n_holes() < 30;
        let of_model = |model: &Model| {
            let mut lines = Vec::new();
            let mut add = |letter: &str, words: &str, options: &Options| {
                if !is_large || letter > "B" && (is_middling || !words.contains("states")) {
                    let made = formula(problem, letter, options);
                    lines.push(format!("{words}: {made}"));
                }
            };
            let taken = model.additions();
            for words in ADDITIONS {
                let is_taken = |word: &str| {
                    let word = word.split('=').next().unwrap();
                    word.is_empty() || taken.contains(&word)
                };
                if words.split(',').all(is_taken) {
                    let additions: Additions = words.parse().unwrap();
                    add(model.name, words, &Options::from(additions));
                }
            }
            for sweeps in [1, 3, 6] {
                for words in ["", "independence"] {
                    let additions: Additions = words.parse().unwrap();
                    let sweeps = Some(sweeps);
                    let options = Options {
                        sweeps,
                        ..Options::from(additions)
                    };
                    if model.takes_sweeps {
                        add(model.name, &format!("sweeps {sweeps:?} {words}"), &options);
                    }
                }
            }
            for layers in [1, 2, 3, 5].into_iter().filter(|_| model.step.is_layer()) {
                let layers = Some(layers);
                let options = Options {
                    layers,
                    ..Options::default()
                };
                add(model.name, &format!("layers {layers:?}"), &options);
            }
            for (order, word, _) in ORDERS.iter().filter(|_| model.step == Step::Pass) {
                let options = Options {
                    order: *order,
                    layers: Some(4),
                    ..Options::default()
                };
                add(model.name, word, &options);
            }
            (format!("{} {}", problem.name(), model.name), lines)
        };
        let mut besides = vec![format!("{:?}", best_first(problem))];
        for words in ["", "self", "states=2", "states=3,self", "states=1,self"] {
            let additions: Additions = words.parse().unwrap();
            for certain in 0..4 {
                let moves = first_moves(problem, &additions, certain, &Watch::new());
                besides.push(format!("{words} {certain}: {}", shown(&moves)));
            }
        }
        let besides = (format!("{} besides", problem.name()), besides);
        MODELS.iter().map(of_model).chain([besides]).collect()
    });
    hold_still("formulas", &groups);
}

#[test]
fn heads_and_words_hold_still() {
    let heads = MODELS.iter().map(|model| {
        let head: Vec<&str> = model.head().collect();
        assert!(head.len() > 10, "{}", model.name);
        (model.name.into(), vec![head.join("\n")])
    });
    let forms = additions::ADDITIONS.iter().map(|one| {
        let value = |text| (one.read)(text);
        let read = ["", "1", "2", "0", "final", "auto", "x"].map(value);
        (one.form().into(), vec![format!("{read:?} {}", one.summary)])
    });
    let groups: Vec<Group> = heads.chain(forms).collect();
    hold_still("words", &groups);
}
