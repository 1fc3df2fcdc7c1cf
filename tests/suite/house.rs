//! What docs/architecture.md says of the library's rooms holds of its code, and how large it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

/// The names that follow `crate::`, those of a group in braces each.
fn imported(text: &str) -> Vec<&str> {
    let word = |text| -> &str {
        let text: &str = text;
        let end = text.find(|at: char| !at.is_ascii_alphanumeric() && at != '_');
        &text[..end.unwrap_or(text.len())]
    };
    let mut names = Vec::new();
    for (at, found) in text.match_indices("crate::") {
        let rest = &text[at + found.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (at, letter) in group.char_indices() {
            match letter {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                letter if begins && !letter.is_whitespace() => {
                    names.push(word(&group[at..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    names
}

#[test]
fn a_room_imports_earlier_ones_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let (_, table) = text.split_once("| room | holds |").unwrap();
    let rooms: Vec<&str> = table
        .lines()
        .map_while(|line| (line.is_empty() || line.starts_with('|')).then_some(line))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(|room| room.trim_end_matches('/').trim_end_matches(".rs"))
        .collect();
    let place = |room: &str| rooms.iter().position(|known| *known == room);

    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let mut seen = 0;
    for file in files {
        let inner = file.strip_prefix(root.join("src")).unwrap();
        let room = inner.iter().next().unwrap().to_str().unwrap();
        let room = room.trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        let own = place(room).unwrap_or_else(|| panic!("docs/architecture.md: no room {room}"));
        for name in imported(&fs::read_to_string(&file).unwrap()) {
            let Some(other) = place(name) else {
                assert!(
                    name.starts_with(char::is_uppercase) || name == "check",
                    "{}: crate::{name} is no room",
                    inner.display()
                );
                continue;
            };
            seen += 1;
            assert!(other <= own, "{}: {room} imports {name}", inner.display());
        }
    }
    assert!(seen > 300, "{seen} imports");
}

/// The paths that a `use` names, a group in braces each.
fn expand(prefix: &str, path: &str, into: &mut Vec<String>) {
    let Some((head, group)) = path.split_once('{') else {
        return into.push(format!("{prefix}{path}"));
    };
    let prefix = format!("{prefix}{head}");
    let (mut depth, mut begin) = (0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                expand(&prefix, &group[begin..at], into);
                begin = at + 1;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
}

/// The modules whose names a file imports; of those that it stands in, or that stand in it,
/// nothing is said.
fn imports(module: &str, text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let mut paths = Vec::new();
    for (_, rest) in text
        .match_indices("use ")
        .map(|(at, _)| text.split_at(at + 4))
    {
        let path: String = rest.split(';').next().unwrap().split_whitespace().collect();
        if path.starts_with("crate::") || path.starts_with("super::") {
            expand("", &path, &mut paths);
        }
    }
    let absolute = |path: &String| {
        let mut at = module;
        let mut rest = path.as_str();
        while let Some(up) = rest.strip_prefix("super::") {
            (at, rest) = (at.rsplit_once("::").unwrap_or(("", "")).0, up);
        }
        let inner = rest.strip_prefix("crate::");
        let inner = inner.map_or(format!("{at}::{rest}"), String::from);
        let parts: Vec<&str> = inner.split("::").filter(|part| !part.is_empty()).collect();
        let names = (1..=parts.len()).rev().map(|n| parts[..n].join("::"));
        names.into_iter().find(|name| modules.contains(name))
    };
    let found = paths.iter().filter_map(absolute);
    let within = |one: &str, other: &str| format!("{one}::").starts_with(&format!("{other}::"));
    found
        .filter(|other| !within(module, other) && !within(other, module))
        .collect()
}

/// The modules of a crate, each with those whose names it imports.
fn arrows(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    sources(root, &mut files);
    let name = |file: &PathBuf| {
        let inner = file.strip_prefix(root).unwrap().with_extension("");
        let parts = inner.iter().map(|part| part.to_str().unwrap());
        parts
            .filter(|part| *part != "mod")
            .collect::<Vec<_>>()
            .join("::")
    };
    let modules: BTreeSet<String> = files.iter().map(name).collect();
    let texts = files
        .iter()
        .map(|file| (name(file), fs::read_to_string(file).unwrap()));
    texts
        .map(|(module, text)| (module.clone(), imports(&module, &text, &modules)))
        .collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = [
        ("src", 400),
        ("crates/check/src", 15),
        ("crates/json/src", 20),
        ("crates/lab/src", 40),
        ("crates/puzzles/src", 3),
        ("crates/cli/src", 80),
        ("python/src", 0),
    ];
    for (place, least) in crates {
        let arrows = arrows(&root.join(place));
        let n_arrows: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(n_arrows > least, "{place}: {n_arrows} arrows");
        for module in arrows.keys() {
            let mut seen = BTreeSet::new();
            let mut fresh = vec![module];
            while let Some(next) = fresh.pop() {
                fresh.extend(arrows[next].iter().filter(|next| seen.insert(*next)));
            }
            assert!(!seen.contains(module), "{place}: {module} is in a circle");
        }
    }
}

/// What there is to know does not grow unseen. Who needs more takes it from somewhere else, or
/// says in the same commit why the number is another; who deletes lowers it.
#[test]
fn the_house_is_no_larger_than_it_is_said_to_be() {
    // 47,843 before many problems (470), vacancies, open starts and own boards (710), reasons in
    // words (550) and formulas to be read (310) could be asked for; 49,883 before boards with lines
    // of their own (1,060), lists of boards (380), chances and long sweeps (330); 51,759 before
    // Bell's catalogue (400), pictures, jumps and PDDL of others (480), several survivors (320).
    const LINES: usize = 53_000;
    // Of a file, or of all documents in a folder; a tenth more is borne.
    const WORDS: [(&str, usize); 4] = [
        ("README.md", 1_000),
        ("docs", 16_000),
        ("CHANGELOG.md", 2_000),
        ("results/README.md", 500),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = [
        "src",
        "crates/check/src",
        "crates/cli/src",
        "crates/json/src",
        "crates/lab/src",
        "crates/puzzles/src",
        "python/src",
        "web/engine/src",
        "fuzz",
    ];
    let mut files = Vec::new();
    for place in places {
        sources(&root.join(place), &mut files);
    }
    let lines = files.iter().map(|file| fs::read_to_string(file).unwrap());
    // Unit tests stand at the end of a file.
    let outside = |text: &String| {
        text.lines()
            .take_while(|line| *line != "#[cfg(test)]")
            .count()
    };
    let lines: usize = lines.map(|text| outside(&text)).sum();
    assert!(
        (LINES * 97 / 100..=LINES).contains(&lines),
        "{lines} lines of Rust outside tests: said are {LINES}"
    );
    for (place, wanted) in WORDS {
        let place = root.join(place);
        let paths = match fs::read_dir(&place) {
            Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
            Err(_) => vec![place.clone()],
        };
        let documents = paths
            .iter()
            .filter(|path| path.extension() == Some("md".as_ref()));
        let words = documents.map(|path| fs::read_to_string(path).unwrap());
        let words: usize = words.map(|text| text.split_whitespace().count()).sum();
        let most = wanted + wanted / 10;
        assert!(
            (1..=most).contains(&words),
            "{words} words in {}: at most {most}",
            place.display()
        );
    }
}

/// The library is not built for tests of its own (`test = false` in Cargo.toml): there they would
/// never run.
#[test]
fn no_test_stands_where_none_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let has_test = ["#[test]", "cfg(test)", "(test,"]
            .iter()
            .any(|word| text.contains(word));
        assert!(!has_test, "{}: belongs in tests/", file.display());
    }
}

/// Files and folders of the checkout that documents name are there.
#[test]
fn documents_name_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let others = [
        "README.md",
        "CONTRIBUTING.md",
        "proofs/README.md",
        "results/README.md",
    ];
    let mut named = 0;
    for document in docs.chain(others.map(|name| root.join(name))) {
        if document.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = fs::read_to_string(&document).unwrap();
        for words in text.split('`').skip(1).step_by(2) {
            let folder = words.split_once('/').map(|(folder, _)| folder);
            let is_ours = [
                "src", "tests", "crates", "proofs", "benches", "web", "python",
            ];
            let is_path = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            if folder.is_some_and(|folder| is_ours.contains(&folder)) && words.chars().all(is_path)
            {
                // What is built is not there before.
                let is_built = ["proofs/verify", "proofs/made", "web/dist"];
                let is_there = root.join(words).exists()
                    || is_built.iter().any(|built| words.starts_with(built));
                assert!(is_there, "{}: {words}", document.display());
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named}");
}
