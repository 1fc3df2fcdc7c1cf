//! Sweeps: runs of jumps by one peg.

use pegsat_check::Leap;

/// The number of sweeps (the paper's *hops*) of a sequence of jumps: a jump
/// that starts where the one before it landed goes on with the same sweep.
pub fn n_sweeps(leaps: &[Leap]) -> usize {
    let breaks = leaps
        .windows(2)
        .filter(|pair| pair[0].to != pair[1].from)
        .count();
    breaks + usize::from(!leaps.is_empty())
}
