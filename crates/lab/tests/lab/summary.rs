use pegsat_lab::summary::{quartiles, seconds};

#[test]
fn quartiles_by_nearest_rank() {
    assert_eq!(quartiles([]), None);
    let one = quartiles([5.0]).unwrap();
    assert_eq!((one.lower, one.median, one.upper), (5.0, 5.0, 5.0));
    let four = quartiles([4.0, f64::INFINITY, 1.0, 3.0]).unwrap();
    assert_eq!((four.lower, four.median, four.upper), (1.0, 3.0, 4.0));
    let five = quartiles([5.0, 4.0, 3.0, 2.0, 1.0]).unwrap();
    assert_eq!((five.lower, five.median, five.upper), (2.0, 3.0, 4.0));
}

#[test]
fn seconds_have_three_digits() {
    assert_eq!(seconds(0.0123), "0.012");
    assert_eq!(seconds(1.234), "1.23");
    assert_eq!(seconds(12.34), "12.3");
    assert_eq!(seconds(1234.5), "1234");
    assert_eq!(seconds(f64::INFINITY), "-");
}
