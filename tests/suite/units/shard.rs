//! Of `src/shard`.

use pegsat::shard::Shard;

#[test]
fn wrong_texts_are_no_shards() {
    for wrong in ["", "0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

#[test]
fn slurm_names_a_shard() {
    let slurm = |values: &[(&str, &str)]| {
        let values: Vec<(String, String)> = values
            .iter()
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .collect();
        Shard::of_slurm(move |name| {
            let found = values.iter().find(|(key, _)| key.ends_with(name));
            found.map(|(_, value)| value.clone())
        })
    };
    let array = |id, min, max, step, count| {
        slurm(&[
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_STEP", step),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ])
    };
    assert_eq!(slurm(&[]).unwrap(), None);
    let shard = |index, count| Some(Shard { index, count });
    assert_eq!(array("6", "0", "9", "3", "4").unwrap(), shard(3, 4));
    assert_eq!(array("4", "1", "4", "1", "4").unwrap(), shard(4, 4));
    // One part made again, some parts, nonsense.
    assert!(array("3", "3", "3", "1", "1").is_err());
    assert!(array("7", "1", "7", "1", "3").is_err());
    assert!(array("0", "1", "4", "1", "4").is_err());
    assert!(array("x", "1", "4", "1", "4").is_err());
}
