//! Of `src/isolated`.

use pegsat::isolated::scratch::{LOCK, Scratch, clear};

#[test]
fn what_was_left_behind_goes_and_what_is_in_use_stays() {
    let (all, ours) = (tempfile::tempdir().unwrap(), Scratch::new().unwrap());
    let left = all.path().join("pegsat-left");
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join(LOCK), "").unwrap();
    std::fs::create_dir(all.path().join("pegsat-other")).unwrap();
    clear(all.path());
    assert!(!left.exists() && all.path().join("pegsat-other").exists());
    clear(&std::env::temp_dir());
    assert!(ours.path().join(LOCK).exists());
}
