//! Of `src/shard`.

use pegsat::shard::Shard;

#[test]
fn wrong_texts_are_no_shards() {
    for wrong in ["", "0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}
