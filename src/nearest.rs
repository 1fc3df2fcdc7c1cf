//! What a misspelt word was perhaps meant to be.

/// The name that is most like the text, if one is like it.
pub fn nearest<N: AsRef<str>>(text: &str, names: impl Iterator<Item = N>) -> Option<N> {
    let like = |name: &N| strsim::jaro_winkler(text, name.as_ref());
    names
        .max_by(|one, other| like(one).total_cmp(&like(other)))
        .filter(|best| like(best) > 0.85)
}

/// The names in a list, and the one of them that the text was perhaps meant to be.
pub fn listed<N: AsRef<str>>(text: &str, names: &[N]) -> String {
    let mut all = Vec::from_iter(names.iter().map(AsRef::as_ref)).join(", ");
    if let Some(best) = nearest(text, names.iter()) {
        all += &format!("; did you mean '{}'?", best.as_ref());
    }
    all
}
