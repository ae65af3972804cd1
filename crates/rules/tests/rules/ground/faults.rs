//! All faults of a map are found at once, each with its place.

use wardiary_harness_rules::shipped::read_map;

/// The problems of a map, one on each line.
fn said(text: &str) -> Vec<String> {
    read_map(text).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// The problems of a map of 3 × 2 squares with these additional fields.
fn with(fields: &str) -> Vec<String> {
    said(&format!("(title: \"T\", rows: [\"..w\", \"...\"], legend: {{'.': \"open\", 'w': \"woods\"}},\n{fields})"))
}

/// The problems of a map with only these rows.
fn rows(rows: &[&str]) -> Vec<String> {
    said(&format!("(title: \"T\", legend: {{'.': \"open\"}},\nrows: {rows:?})"))
}

#[test]
fn a_map_is_told_what_is_wrong_with_it() {
    let table = [
        // ---- Edges.
        (r#"edges: [("A1", s, "river"), ("B2", n, "wall")]"#, vec![]),
        (r#"edges: [("D1", s, "river")]"#, vec!["line 2, column 9: edges.0: D1 is off the map, whose last area is C2"]),
        (
            r#"edges: [("A1", s, "river"), ("A2", s, "river"), ("A1", ne, "river")]"#,
            vec![
                "line 2, column 29: edges.1: the edge s of A2 is the border of the map: there is no area beyond it",
                "line 2, column 56: edges.2.1: A1 has no edge ne (its edges are n, e, s and w)",
            ],
        ),
        (
            r#"edges: [("A1", s, "river"), ("A2", n, "wall")]"#,
            vec![
                "line 2, column 29: edges.1: the edge n of A2 is listed twice (list an edge only once for the \
                 two areas that it divides)",
            ],
        ),
        (
            r#"edges: [("A", s, "river"), ("A1", north, "river"), ("A1", s, "")]"#,
            vec![
                "line 2, column 10: edges.0.0: write an area as column letters and row number, such as C5",
                "line 2, column 35: edges.1.1: there is no word `north` (available: n, ne, e, se, s, sw, w and nw)",
                "line 2, column 62: edges.2.2: a name can't be empty",
            ],
        ),
        // ---- Roads.
        (r#"roads: [["A1", "B1", "C1", "C2"], ["A1", "A2"]]"#, vec![]),
        (
            r#"roads: [["A1", "C1"], ["A1", "B2"], ["A1"], [], ["C1", "D1"], ["A1", "A1"]]"#,
            vec![
                "line 2, column 16: roads.0.1: A1 and C1 share no edge (list every area that the road goes through)",
                "line 2, column 30: roads.1.1: A1 and B2 share no edge (list every area that the road goes through)",
                "line 2, column 37: roads.2: a road needs at least two areas (write a road as `[\"A3\", \"B3\"]`)",
                "line 2, column 45: roads.3: a road needs at least two areas (write a road as `[\"A3\", \"B3\"]`)",
                "line 2, column 56: roads.4.1: D1 is off the map, whose last area is C2",
                "line 2, column 70: roads.5.1: A1 and A1 share no edge (list every area that the road goes through)",
            ],
        ),
        // ---- Places and objectives.
        (r#"places: {"Tel Amara": "C1", "Ford": "A2"}, objectives: {"Tel Amara": "British", "ford": ""}"#, vec![]),
        (
            r#"places: {"c5": "A1", "Ford": "B9", "": "A2", "Well": "C1", "well": "C2", "Spring": "C1"}"#,
            vec![
                "line 2, column 10: places.0: “c5” is an area's coordinates and can't be a place's name",
                "line 2, column 22: places.1: B9 is off the map, whose last area is C2",
                "line 2, column 36: places.2: a name can't be empty",
                "line 2, column 60: places.4: duplicate place “well”",
                "line 2, column 74: places.5: C1 already has the name “Well”",
            ],
        ),
        (
            r#"places: {"Well": "C1"}, objectives: {"Wells": "British", "Ford": "", "Well": "a", "Well": "b"}"#,
            vec![
                "line 2, column 38: objectives.0: there is no place “Wells” (did you mean “Well”?)",
                "line 2, column 58: objectives.1: there is no place “Ford” (an objective must be one of the named `places`)",
                "line 2, column 83: objectives.3: “Well” is already an objective",
            ],
        ),
        // ---- The whole map.
        (r"grid: Hexes", vec!["line 2, column 7: grid: there is no word `Hexes` (did you mean `Hex`?)"]),
        (r"road: []", vec!["line 2, column 1: there is no field `road` (did you mean `roads`?)"]),
    ];
    for (fields, wanted) in table {
        assert_eq!(with(fields), wanted, "{fields}");
    }
}

#[test]
fn rows_are_told_what_is_wrong_with_them() {
    let long = ".".repeat(201);
    let many = vec!["."; 201];
    let table: [(&[&str], Vec<&str>); 9] = [
        (&["..", ".."], vec![]),
        (&[".."], vec![]),
        (
            &["."],
            vec!["line 2, column 1: rows: on ground of one area no unit could move (it needs at least two areas)"],
        ),
        (
            &[],
            vec![
                "line 2, column 1: rows: the map has no areas (write a text for each row and a character for each area: `[\"..w\", \"...\"]`)",
            ],
        ),
        (&["", ""], vec!["line 2, column 8: rows.0: this row has no area"]),
        (&["..", "...", "..."], vec!["line 2, column 8: rows.0: this row has 2 areas, the others 3"]),
        (
            &[".x", "x~"],
            vec![
                "line 2, column 8: rows.0: B1: the character “x” is not in the legend (the legend has “.”)",
                "line 2, column 14: rows.1: B2: the character “~” is not in the legend (the legend has “.”)",
            ],
        ),
        (&[&long, &long], vec!["line 2, column 8: rows.0: ground has at most 200 columns, not 201"]),
        (&many, vec!["line 2, column 1: rows: ground has at most 200 rows, not 201"]),
    ];
    for (map, wanted) in table {
        assert_eq!(rows(map), wanted, "{map:?}");
    }
}

#[test]
fn a_legend_is_told_what_is_wrong_with_it() {
    let legend = |legend: &str| said(&format!("(title: \"\", rows: [\"..\"],\nlegend: {{{legend}}})"));
    let title = "line 1, column 2: title: a name can't be empty".to_string();
    let table = [
        (
            "'.': \"open\", '森': \"woods\"",
            vec![
                "line 2, column 23: legend.1: the character “森” does not take up one column (choose one that is as wide as a letter)",
            ],
        ),
        (
            "'.': \"open\", '.': \"woods\"",
            vec!["line 2, column 23: legend.1: the character “.” is in the legend twice"],
        ),
        ("'.': \"\"", vec!["line 2, column 10: legend.0: a name can't be empty"]),
    ];
    for (text, wanted) in table {
        let wanted: Vec<String> = std::iter::once(title.clone()).chain(wanted.into_iter().map(String::from)).collect();
        assert_eq!(legend(text), wanted, "{text}");
    }
}

#[test]
fn all_faults_of_a_map_are_found_at_once() {
    let text = "(\n title: \"Bad\",\n grid: Hex,\n rows: [\n  \"..x.\",\n  \"...\",\n  \"....\",\n ],\n legend: {'.': \"open\"},\n edges: \
                [\n  (\"A1\", e, \"river\"),\n  (\"Z9\", s, \"river\"),\n ],\n roads: [[\"A1\", \"C1\"]],\n places: {\"B2\": \"B2\"},\n)";
    let wanted = [
        "line 5, column 3: rows.0: C1: the character “x” is not in the legend (the legend has “.”)",
        "line 6, column 3: rows.1: this row has 3 areas, the others 4",
        "line 11, column 10: edges.0.1: A1 has no edge e (its edges are n, ne, se, s, sw and nw)",
        "line 12, column 3: edges.1: Z9 is off the map, whose last area is D3",
        "line 14, column 17: roads.0.1: A1 and C1 share no edge (list every area that the road goes through)",
        "line 15, column 11: places.0: “B2” is an area's coordinates and can't be a place's name",
    ];
    assert_eq!(said(text), wanted);
}
