use pegsat::problem::{self, file};
use pegsat_lab::suite::{find, names};
use std::path::Path;

#[test]
fn every_named_suite_holds_problems() {
    for name in names() {
        let suite = find(&name, Path::new("")).unwrap();
        assert!(!suite.is_empty(), "{name}");
    }
    assert_eq!(find("reversals", Path::new("")).unwrap().len(), 33);
    assert_eq!(find("central", Path::new("")).unwrap().len(), 2);
    assert_eq!(find("pattern:3", Path::new("")).unwrap().len(), 1);
    assert_eq!(find("pairs:english", Path::new("")).unwrap().len(), 125);
    assert_eq!(
        find("pegsat-bench:search", Path::new("")).unwrap().len(),
        12
    );
    assert_eq!(
        find("pegsat-bench:search-french-2", Path::new(""))
            .unwrap()
            .len(),
        1
    );
    assert!(find("pegsat-bench:nothing", Path::new("")).is_err());
    assert!(find("nothing", Path::new("")).is_err());
}

#[test]
fn files_hold_names_files_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    let peg = file::write(&problem::named("triangle4/free:0,0").unwrap());
    std::fs::write(folder.path().join("own.peg"), &peg).unwrap();
    let path = folder.path().join("suite.json");
    let list = serde_json::json!(["central", "own.peg", {"name": "inside", "peg": peg}]);
    for whole in [list.clone(), serde_json::json!({ "problems": list })] {
        std::fs::write(&path, whole.to_string()).unwrap();
        let suite = find(path.to_str().unwrap(), folder.path()).unwrap();
        assert_eq!(suite.len(), 3);
        assert_eq!(suite[1].digest(), suite[2].digest());
        assert_ne!(suite[0].digest(), suite[1].digest());
        assert!(suite[2].write.is_some());
    }
    for wrong in ["[]", "{}", "[1]", "[\"nothing\"]", "[\"no.peg\"]", "[", ""] {
        std::fs::write(&path, wrong).unwrap();
        assert!(
            find(path.to_str().unwrap(), folder.path()).is_err(),
            "{wrong}"
        );
    }
    let sly = serde_json::json!([{"name": "../out", "peg": peg}]);
    std::fs::write(&path, sly.to_string()).unwrap();
    assert!(find(path.to_str().unwrap(), folder.path()).is_err());
}
