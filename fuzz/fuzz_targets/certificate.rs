//! The checkers of certificates and of proofs. The formula `x` has a model, so
//! whatever proof is accepted of it is a mistake of the checker.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pegsat::check;

fuzz_target!(|bytes: &[u8]| {
    let satisfiable = [vec![1, 2, 3], vec![-1, 2], vec![-2, -3], vec![1, -3, 4]];
    assert!(check::proof(4, satisfiable, bytes, &|| true).is_err());
    if let Ok(text) = std::str::from_utf8(bytes) {
        let beside = |_: &str| Ok(check::opened(bytes.to_vec()));
        let _ = check::verify(text, &beside, &|| true);
    }
});
