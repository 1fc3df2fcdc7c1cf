use pegsat_lab::table::Table;

#[test]
fn cells_cannot_break_out() {
    let mut table = Table::new("a < b", "", "x|z");
    table.columns[0] = "x|y".into();
    table.rows.push(vec!["1,\"2\"\n3".into(), "<b>".into()]);
    let markdown = table.markdown();
    assert!(
        markdown.contains("x\\|y") && markdown.lines().count() == 3,
        "{markdown}"
    );
    assert_eq!(table.csv(), "x|y,z\n\"1,\"\"2\"\"\n3\",<b>\n");
    table.rows.push(vec!["1234".into(), "1234567".into()]);
    let html = table.html(2).into_string();
    assert!(html.contains(">1234<") && html.contains(">1,234,567<"));
    assert!(html.contains("a &lt; b") && html.contains("&lt;b&gt;"));
}

#[test]
fn cells_are_no_formulas() {
    let mut table = Table::new("t", "", "x");
    for cell in ["=HYPERLINK(1)", "-0.5", "+1", "@A1", "-", "-a"] {
        table.rows.push(vec![cell.into()]);
    }
    assert_eq!(
        table.csv(),
        "x\n'=HYPERLINK(1)\n-0.5\n+1\n'@A1\n\"\"\n'-a\n"
    );
}
