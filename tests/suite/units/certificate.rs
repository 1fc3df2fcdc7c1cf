//! Of `src/certificate`.

use pegsat::{
    certificate::{Besides, Trees, is_about, without_search},
    check::{self, Accepted},
    problem::{Problem, named},
    watch::Watch,
};

fn accepted(problem: &Problem) -> Accepted {
    let trees = Trees {
        nodes: 1,
        besides: Besides::Nothing,
    };
    let certificate = without_search(problem, trees, &Watch::new()).unwrap();
    let beside = |_: &str| Err(std::io::Error::other("nothing is beside it"));
    check::verify(&certificate.unwrap().text(), &beside, &|| true).unwrap()
}

/// Lattice, cells, start and goal each tell one problem from another; the order of holes does not.
#[test]
fn a_certificate_is_about_one_problem() {
    let problem = named("pair:3,3:3,4").unwrap();
    let own = accepted(&problem);
    assert!(is_about(&own, &problem));
    for other in ["pair:3,3:3,5", "pair:3,4:3,4", "french/pair:3,3:3,4"] {
        assert!(!is_about(&own, &named(other).unwrap()), "{other}");
    }
    let altered = |alter: fn(&mut Accepted)| {
        let mut other = own.clone();
        alter(&mut other);
        is_about(&other, &problem)
    };
    assert!(!altered(|other| other.lattice = "triangular".into()));
    assert!(!altered(|other| other.cells[0].0 += 7));
    assert!(!altered(|other| other.start.truncate(1)));
    assert!(!altered(|other| other.goal.dead_end = Some(1)));
    assert!(altered(|other| other.start.reverse()));
}
