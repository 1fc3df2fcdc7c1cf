//! Of `src/isolated`.

use pegsat::isolated::scratch::{LOCK, Scratch, clear};

#[test]
fn what_was_left_behind_goes_and_what_is_in_use_stays() {
    let (all, ours) = (tempfile::tempdir().unwrap(), Scratch::new().unwrap());
    let left = all.path().join("pegsat-left");
    std::fs::create_dir(&left).unwrap();
    std::fs::copy(ours.path().join(LOCK), left.join(LOCK)).unwrap();
    // Others that have its name, and a file of that name.
    for (name, text) in [
        ("pegsat-other", None),
        ("pegsat-mine", Some("")),
        ("pegsat-own", Some("x")),
    ] {
        std::fs::create_dir(all.path().join(name)).unwrap();
        if let Some(text) = text {
            std::fs::write(all.path().join(name).join(LOCK), text).unwrap();
        }
    }
    // One in use: its lock is ours, which is held.
    std::fs::create_dir(all.path().join("pegsat-used")).unwrap();
    std::fs::hard_link(
        ours.path().join(LOCK),
        all.path().join("pegsat-used").join(LOCK),
    )
    .unwrap();
    clear(all.path());
    assert!(!left.exists());
    for name in ["pegsat-other", "pegsat-mine", "pegsat-own", "pegsat-used"] {
        assert!(all.path().join(name).exists(), "{name}");
    }
}
