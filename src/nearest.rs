//! What a misspelt word was perhaps meant to be.

/// The name that is most like the text, if one is like it.
pub(crate) fn nearest<N: AsRef<str>>(text: &str, names: impl Iterator<Item = N>) -> Option<N> {
    let like = |name: &N| strsim::jaro_winkler(text, name.as_ref());
    names
        .max_by(|one, other| like(one).total_cmp(&like(other)))
        .filter(|best| like(best) > 0.85)
}
