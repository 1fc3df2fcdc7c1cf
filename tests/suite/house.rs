//! What docs/architecture.md says of the library's rooms holds of its code.

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
