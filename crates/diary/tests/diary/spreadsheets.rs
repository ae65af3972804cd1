//! Tables as spreadsheets write them: CSV, .xlsx and .ods.

use std::{
    fmt::Write as _,
    fs,
    io::{Cursor, Write as _},
    sync::{Arc, LazyLock},
};
use wardiary_base::book::Rulebook;
use wardiary_diary::assets::{
    self,
    roster::{self, MusterTable, TableError, TableOptions},
};
use zip::{ZipWriter, write::SimpleFileOptions};

static BOOK: LazyLock<Arc<Rulebook>> = LazyLock::new(|| assets::rulebook("campaign", None).expect("it ships"));

/// The notes, the stacks with their units and strengths, or the faults with their advice.
fn described(file: &[u8], change: impl Fn(&mut TableOptions)) -> Vec<String> {
    let mut options = TableOptions::new("Test", &BOOK);
    change(&mut options);
    match roster::read(file, &options) {
        Ok(read) => {
            let units = units(&read, &BOOK);
            [read.summary()].into_iter().chain(read.notes).chain(units).collect()
        }
        Err(TableError::Faults(faults)) => faults.listed.iter().map(ToString::to_string).chain(faults.advice).collect(),
        Err(TableError::Unreadable(why)) => vec![format!("{} ({})", why.what, why.hint)],
    }
}

/// `Nord/I/A 4`
fn units(read: &MusterTable, book: &Arc<Rulebook>) -> Vec<String> {
    let state = read.muster.check(book).unwrap_or_else(|invalid| panic!("{invalid:?}"));
    let name = |unit: &Arc<wardiary_rules::state::Unit>| {
        let stack = unit.stack.map_or(String::new(), |stack| state.name(stack));
        format!("{}/{stack}/{} {}", state.name(unit.side), unit.name, unit.strength_in_rules().now)
    };
    state.units().iter().map(name).collect()
}

/// Each line is one that must come, as the start of a line; all lines come in this order.
#[track_caller]
fn expect(story: &str, said: &[String], wanted: &[&str]) {
    let fits = said.len() == wanted.len() && said.iter().zip(wanted).all(|(said, wanted)| said.starts_with(wanted));
    assert!(fits, "{story}: {said:#?}\nwanted: {wanted:#?}");
}

#[test]
fn texts_of_spreadsheets() {
    let two = "Nord,I,A,4\nSüd,II,B,4\n";
    let read: &[&str] = &["2 sides, 2 stacks, 2 units", "Nord/I/A 4", "Süd/II/B 4"];
    let noted = |note: &'static str| [&read[..1], &[note], &read[1..]].concat();
    let cases: Vec<(&str, String, Vec<&str>)> = vec![
        ("empty columns and rows", "side;stack;name;strength;;\r\nNord;I;A;4;;\r\n;;;;;\r\nSüd;II;B;4\r\n".into(), read.into()),
        ("sep", format!("sep=;\r\nside,stack,name,strength\n{two}").replace(',', ";"), read.into()),
        ("bars", format!("side,stack,name,strength\n{two}").replace(',', "|"), read.into()),
        ("zero decimals", "side;stack;name;strength;lost\nNord;I;A;4,0;0,0\nSüd;II;B;4.00;\n".into(), read.into()),
        (
            "other casings",
            format!("SIDE,STACK,Name,STRENGTH\n{two}süd,ii,C,4\n"),
            vec![
                "2 sides, 2 stacks, 3 units",
                "“süd” is read as the side “Süd”",
                "“ii” is read as the stack “II”",
                "Nord/I/A 4",
                "Süd/II/B 4",
                "Süd/II/C 4",
            ],
        ),
        ("sep in quotes", format!("\u{feff}\"sep=\t\"\nside,stack,name,strength\n{two}").replace(',', "\t"), read.into()),
        (
            "titles",
            format!("Order of battle,,,\n\n\"The, Day\",,,\nSide,Stack,Name,Strength\n{two}"),
            noted("rows 1 and 3 above the headings: not read"),
        ),
        (
            "synonyms",
            format!("ÄRMEE,BRIGADE , Unit Name,Stärke\n{two}").replace('Ä', "A").replace("ARMEE", "Nation"),
            noted("headings: “Unit Name” is read as `name`, “Nation” is read as `side`, “BRIGADE” is read as `stack` and “Stärke” is read as `strength`"),
        ),
        (
            "a row of words for columns",
            "side,stack,name,kind,strength\nArmy,Corps,Unit,infantry,4\nSP,Corps,Unit,infantry,4\n".into(),
            vec!["2 sides, 2 stacks, 2 units", "Army/Corps/Unit 4", "SP/Corps/Unit 4"],
        ),
        (
            "unknown columns",
            "side,stack,name,strength,Notes,,#colour,strenght\nNord,I,A,4,x,y,red,9\nSüd,II,B,4,,,,\n".into(),
            noted("left out: column E “Notes”, column F without a heading and column H “strenght”"),
        ),
        (
            "the better heading wins",
            "Army,Stack,Name,Men (foot),SP\nNord,I,A,x,4\nSüd,II,B,,4\n".into(),
            vec![
                "2 sides, 2 stacks, 2 units",
                "headings: “Army” is read as `side` and “SP” is read as `strength`",
                "left out: column D “Men (foot)”",
                "Nord/I/A 4",
                "Süd/II/B 4",
            ],
        ),
        (
            "a line break in a cell",
            "side,stack,\"Unit\nname\",strength\nNord,\"I\r\n\",\"A \n of B\",4\nNord,I,B,x\n".into(),
            vec!["row 3, column D (strength): “x” is not a number from 1 to 999"],
        ),
        (
            "a quote that is not closed",
            "side,stack,name\nNord,I,A\nNord,I,\"B\nNord,I,C\n".into(),
            vec!["row 3: a double quote is opened here and never closed"],
        ),
        (
            "a quote within a name, and the row below it",
            "side,stack,name,strength\nNord,I,6\" guns,4\nNord,I,B,x\n".into(),
            vec!["row 3, column D (strength): “x” is not a number from 1 to 999"],
        ),
        (
            "stacks of one name",
            "side,division,stack,name\nN,1st,Guns,A\nN,1st,Foot,B\nN,1st,Foot,C\nN,2nd,Guns,D\nN,2nd,Foot,E\nS,2nd,Guns,F\n".into(),
            vec![
                "2 sides, 5 stacks, 6 units",
                "headings: “division” is read as the formation of stacks",
                "“Foot” begins in rows 3 and 6: 2 stacks, called “Foot (1st)”, “Foot (2nd)”",
                "“Guns” begins in rows 2 and 5: 2 stacks, called “Guns (1st)”, “Guns (2nd)”",
                "N/Guns (1st)/A",
                "N/Foot (1st)/B",
                "N/Foot (1st)/C",
                "N/Guns (2nd)/D",
                "N/Foot (2nd)/E",
                "S/Guns/F",
            ],
        ),
        (
            "stacks of one name in one division",
            "side,division,stack,name\nN,1st,Guns,A\nN,1st,Foot,B\nN,1st,Guns,C\n".into(),
            vec![
                "1 side, 3 stacks, 3 units",
                "headings",
                "“Guns” begins in rows 2 and 4: 2 stacks, called “Guns (1)”, “Guns (2)”",
                "N/Guns (1)/A",
                "N/Foot/B",
                "N/Guns (2)/C",
            ],
        ),
        (
            "men",
            "side,stack,name,men\nN,I,A,432\nN,I,B,\"1,200\"\nN,I,C,40\nS,II,D,x\n".into(),
            vec![
                "rows 2 and 3, column D (men): numbers up to 1200 look like men, not Strength Points (SP)",
                "row 5, column D (men): “x” is not a number from 1 to 999",
            ],
        ),
        (
            "most are many",
            "side,stack,name,strength\nN,I,A,51\nN,I,B,60\nN,I,C,4\n".into(),
            vec!["rows 2 and 3, column D (strength): numbers up to 60 look like men"],
        ),
        ("few are many", "side,stack,name,strength\nN,I,A,99\nN,I,B,4\n".into(), vec!["1 side", "N/I/A 99", "N/I/B 4"]),
        (
            "unknown types and grades",
            "side,stack,name,kind,grade\nN,I,A,heavy dragoons,elite\nN,I,B,line infantry,militia\nN,I,C,,gren\nN,I,D,heavy dragoons,elite\n".into(),
            vec![
                "rows 2 and 5, column D (kind): the rulebook has no troop type “heavy dragoons”",
                "rows 2 and 5, column E (grade): the ladder has no grade “elite” (did you mean “black”?)",
                "row 3, column D (kind): the rulebook has no troop type “line infantry” (did you mean “infantry”?)",
                "row 3, column E (grade): the ladder has no grade “militia” (did you mean “red”?)",
                "row 4, column E (grade): the ladder has no grade “gren” (did you mean “green”?)",
                "the troop types are infantry, dismounted cavalry",
                "the ladder of this rulebook, best first: black, blue, green, white, yellow and red",
            ],
        ),
        (
            "unknown types and grades in refused rows, too",
            "side,stack,name,kind,grade,strength\nN,I,A,lancer,green,4\nN,I,,lancer,elite,x\nN,I,A,infantry,elite,4\n".into(),
            vec![
                "rows 2 and 3, column D (kind): the rulebook has no troop type “lancer”",
                "row 3, column C (name): a unit needs a name",
                "row 3, column F (strength): “x” is not a number from 1 to 999",
                "rows 3 and 4, column E (grade): the ladder has no grade “elite” (did you mean “black”?)",
                "row 4, column C (name): a second “A” in the same stack",
                "the troop types are infantry, dismounted cavalry",
                "the ladder of this rulebook",
            ],
        ),
        (
            "sides that differ by case",
            "side,formation,stack,name\nBlue,X,I,A\nblue,X,I,B\nBLUE ,X,II,C\nblue,X,II,D\n".into(),
            vec![
                "1 side, 2 stacks, 4 units",
                "“blue” is read as the side “Blue”",
                "“BLUE” is read as the side “Blue”",
                "Blue/I/A",
                "Blue/I/B",
                "Blue/II/C",
                "Blue/II/D",
            ],
        ),
        (
            "words for troop types",
            "side,stack,name,kind\nN,I,A,field gun\nN,I,B,cav\nN,I,C,Foot\n".into(),
            vec![
                "row 2, column D (kind): the rulebook has no troop type “field gun” (did you mean “artillery”?)",
                "row 3, column D (kind): the rulebook has no troop type “cav” (did you mean “mounted cavalry”?)",
                "row 4, column D (kind): the rulebook has no troop type “Foot” (did you mean “infantry”?)",
                "the troop types are",
            ],
        ),
        ("a required column", "side,stak,name\nN,I,A\n".into(), vec!["row 1, column B: there is no column “stak” (did you mean `stack`?)"]),
    ];
    for (story, text, wanted) in cases {
        expect(story, &described(text.as_bytes(), |_| {}), &wanted);
    }
    let men = "side,stack,name,men,lost\nN,I,A,432,\nN,I,B,1200,600\nN,I,C,40,40\n";
    let per = |per| described(men.as_bytes(), |options| options.strength_per = Some(per));
    expect("men for a point", &per(200), &["1 side", "headings", "N/I/A 2", "N/I/B 3", "N/I/C 1"]);
    expect(
        "too many",
        &per(1),
        &["row 3, column D (men): “1200” makes more than 999 Strength Points (SP) (let one SP stand for more men)"],
    );
    let strict = |text: &str| described(text.as_bytes(), |options| options.strict = true);
    let unknown = [
        "row 1, column D: there is no column “Notes”",
        "row 1, column E: the column has no heading",
        "the columns are",
        "a heading that begins with # leaves its column out",
    ];
    expect("strict", &strict("side,stack,name,Notes,,#x\nN,I,A,,y,\n"), &unknown);
    expect("strict, with other words", &strict("side,Brigade,unit,,\nN,I,A,,\n"), &["1 side", "headings", "N/I/A"]);
}

/// A hidden sheet is read only if it is named, or if there is no other.
/// Excel saves "Unicode text" as UTF-16 with tabs and a byte order mark; other programs leave the mark out.
#[test]
fn texts_in_utf_16() {
    let text = "\u{feff}side\tstack\tname\tstrength\r\nNord\tI\tA\t4\r\nSüd\tII\tB\t4\r\n";
    for (from, encode) in [(0, u16::to_le_bytes as fn(u16) -> [u8; 2]), (0, u16::to_be_bytes), (1, u16::to_le_bytes)] {
        let file: Vec<u8> = text.encode_utf16().skip(from).flat_map(encode).collect();
        expect(text, &described(&file, |_| ()), &["2 sides, 2 stacks, 2 units", "Nord/I/A 4", "Süd/II/B 4"]);
    }
}

#[test]
fn hidden_sheets() {
    let of = |unit: &str| format!("side|stack|name\nN|I|{unit}");
    let (old, new) = (of("Old"), of("New"));
    let both = xlsx(&[("hidden 1", &old, &[]), ("OOB", &new, &[])]);
    let note = "the table is on the sheet “OOB”; not read: “hidden 1” (hidden)";
    expect("beside another", &described(&both, |_| {}), &["1 side, 1 stack, 1 unit", note, "N/I/New"]);
    let named = described(&both, |options| options.sheet = Some("hidden 1"));
    expect("named", &named, &["1 side, 1 stack, 1 unit", "N/I/Old"]);
    let alone = xlsx(&[("hidden 1", &old, &[])]);
    expect("alone", &described(&alone, |_| {}), &["1 side, 1 stack, 1 unit", "N/I/Old"]);
}

/// A table of 10,000 rows is read, and its faults are gathered.
#[test]
fn large_tables() {
    let table = |kind: &str| {
        let rows = (0..10_000).map(|at| format!("Nord,Stack {},Unit {at},{kind}\n", at / 20));
        std::iter::once("side,stack,name,kind\n".to_string()).chain(rows).collect::<String>()
    };
    expect("sound", &described(table("infantry").as_bytes(), |_| {})[..1], &["1 side, 500 stacks, 10000 units"]);
    let wanted =
        ["rows 2 to 17 and 9984 more, column D (kind): the rulebook has no troop type “lancer”", "the troop types"];
    expect("faulty", &described(table("lancer").as_bytes(), |_| {}), &wanted);
}

/// The tables of real trouble, where they are at hand.
#[test]
fn tables_that_stopped_people() {
    for (file, wanted) in [
        ("01-trailing-empty-columns.csv", vec!["2 sides, 2 stacks, 2 units", "Nord/I/A 4", "Süd/II/B 4"]),
        ("03-extra-columns.csv", vec!["2 sides", "left out: column E “notes” and column F “commander”", "Nord", "Süd"]),
        ("05-same-brigade-names.csv", vec!["2 sides, 5 stacks, 9 units"]),
        ("06-nfc-nfd-twins.csv", vec!["row 3, column C (name): a second “Élan” in the same stack"]),
    ] {
        let path = format!("{}/../../../shared/cases/{file}", env!("CARGO_MANIFEST_DIR"));
        match fs::read(&path) {
            Ok(table) => {
                let said = described(&table, |_| {});
                expect(file, &said[..wanted.len().min(said.len())], &wanted);
            }
            Err(_) => println!("skipped: there is no {path}"),
        }
    }
}

/// A sheet of a workbook: its name, its rows of cells separated by `|`, and merged cells (row, column, last row).
/// `=4` is a formula with a value, `?` one without, `!#REF!` an error, `@44927` a date.
type SheetText<'a> = (&'a str, &'a str, &'a [(usize, usize, usize)]);

/// A story, the sheets, the sheet that is named, and what is said.
type Case<'a> = (&'a str, Vec<SheetText<'a>>, Option<&'a str>, Vec<&'a str>);

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("memory takes it");
        zip.write_all(content).expect("memory takes it");
    }
    zip.finish().expect("memory takes it").into_inner()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn xlsx(sheets: &[SheetText]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let (mut listed, mut related, mut files) = (String::new(), String::new(), Vec::new());
    for (at, (name, rows, merges)) in sheets.iter().enumerate() {
        let state = if name.starts_with("hidden") { " state=\"hidden\"" } else { "" };
        let _ = write!(listed, "<sheet{state} name=\"{}\" sheetId=\"{}\" r:id=\"r{at}\"/>", escaped(name), at + 1);
        let _ = write!(
            related,
            "<Relationship Id=\"r{at}\" Type=\"{relations}/worksheet\" Target=\"worksheets/s{at}.xml\"/>"
        );
        let mut data = String::new();
        for (row, cells) in rows.split('\n').enumerate() {
            let _ = write!(data, "<row r=\"{}\">", row + 1);
            for (column, cell) in cells.split('|').enumerate().filter(|(_, cell)| !cell.is_empty()) {
                let place = format!("{}{}", char::from(b'A' + u8::try_from(column).expect("few")), row + 1);
                let (kind, text) = cell.split_at(cell.chars().next().map_or(0, char::len_utf8));
                let _ = match kind {
                    "=" => write!(data, "<c r=\"{place}\"><f>1+1</f><v>{text}</v></c>"),
                    "?" => write!(data, "<c r=\"{place}\"><f>1+1</f><v></v></c>"),
                    "!" => write!(data, "<c r=\"{place}\" t=\"e\"><v>{text}</v></c>"),
                    "@" => write!(data, "<c r=\"{place}\" s=\"1\"><v>{text}</v></c>"),
                    _ if cell.parse::<f64>().is_ok() => write!(data, "<c r=\"{place}\"><v>{cell}</v></c>"),
                    _ => write!(data, "<c r=\"{place}\" t=\"inlineStr\"><is><t>{}</t></is></c>", escaped(cell)),
                };
            }
            data += "</row>";
        }
        let merged = merges.iter().fold(String::new(), |all, (row, column, last)| {
            let column = char::from(b'A' + u8::try_from(*column).expect("few"));
            all + &format!("<mergeCell ref=\"{column}{}:{column}{}\"/>", row + 1, last + 1)
        });
        let merged = if merged.is_empty() { merged } else { format!("<mergeCells>{merged}</mergeCells>") };
        let sheet = format!("<worksheet xmlns=\"{main}\"><sheetData>{data}</sheetData>{merged}</worksheet>");
        files.push((format!("xl/worksheets/s{at}.xml"), sheet));
    }
    files.extend([
        ("_rels/.rels".into(), format!("<Relationships xmlns=\"{package}\"><Relationship Id=\"b\" Type=\"{relations}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")),
        ("xl/workbook.xml".into(), format!("<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\"><sheets>{listed}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels".into(), format!("<Relationships xmlns=\"{package}\">{related}<Relationship Id=\"s\" Type=\"{relations}/styles\" Target=\"styles.xml\"/></Relationships>")),
        ("xl/styles.xml".into(), format!("<styleSheet xmlns=\"{main}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>")),
    ]);
    zipped(&files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect::<Vec<_>>())
}

fn ods_of(tables: &str, manifest: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = format!("<manifest:manifest>{manifest}</manifest:manifest>");
    zipped(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest.as_bytes()),
        ("content.xml", content.as_bytes()),
    ])
}

fn ods(sheets: &[SheetText]) -> Vec<u8> {
    let mut tables = String::new();
    for (name, rows, merges) in sheets {
        let _ = write!(tables, "<table:table table:name=\"{}\">", escaped(name));
        for (row, cells) in rows.split('\n').enumerate() {
            tables += "<table:table-row>";
            for (column, cell) in cells.split('|').enumerate() {
                let merged = merges.iter().find(|(first, at, _)| (*first, *at) == (row, column));
                let spans = merged.map_or(String::new(), |(first, _, last)| {
                    format!(" table:number-rows-spanned=\"{}\"", last + 1 - first)
                });
                let (kind, text) = cell.split_at(cell.chars().next().map_or(0, char::len_utf8));
                let float = |formula: &str, text: &str| {
                    format!(
                        "<table:table-cell{formula}{spans} office:value-type=\"float\" office:value=\"{text}\"><text:p>{text}</text:p></table:table-cell>"
                    )
                };
                let text = match kind {
                    "" => "<table:table-cell/>".into(),
                    "=" => float(" table:formula=\"of:=1+1\"", text),
                    "?" => "<table:table-cell table:formula=\"of:=1+1\"/>".into(),
                    "@" => "<table:table-cell office:value-type=\"date\" office:date-value=\"2023-01-01\"><text:p>x</text:p></table:table-cell>".into(),
                    _ if cell.parse::<f64>().is_ok() => float("", cell),
                    _ => format!("<table:table-cell{spans} office:value-type=\"string\"><text:p>{}</text:p></table:table-cell>", escaped(cell.trim_start_matches('!'))),
                };
                tables += &text;
            }
            tables += "<table:table-cell table:number-columns-repeated=\"16370\"/></table:table-row>";
        }
        tables += "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row></table:table>";
    }
    ods_of(&tables, "")
}

#[test]
fn workbooks() {
    let armies = "Side|Brigade|Unit|SP\nNord|I|A|4\nNord|I|Old & \"Young\"|=5\nSüd|II|@44927|3.0";
    let read: &[&str] = &["Nord/I/A 4", "Nord/I/Old & \"Young\" 5", "Süd/II/2023-01-01 3"];
    let headings = "headings: “Unit” is read as `name`, “Side” is read as `side`";
    let headings = &headings[..headings.find(", “Side”").expect("it is there")];
    let with = |notes: &[&'static str]| [&["2 sides, 2 stacks, 3 units"], notes, read].concat();
    let cases: Vec<Case> = vec![
        ("one sheet", vec![("Armies", armies, &[])], None, with(&[headings])),
        (
            "the first sheet with the headings",
            vec![("About", "Side|is what\nx|y", &[]), ("Armies", armies, &[]), ("Old", armies, &[])],
            None,
            with(&["the table is on the sheet “Armies”; not read: “About” and “Old”", headings]),
        ),
        (
            "a named sheet",
            vec![("Armies", "side|stack|name\nX|Y|Z", &[]), ("Old", armies, &[])],
            Some("old"),
            with(&[headings]),
        ),
        (
            "no such sheet",
            vec![("Armies", armies, &[])],
            Some("Armys"),
            vec!["there is no sheet “Armys” (did you mean “Armies”?)"],
        ),
        (
            "titles and merged cells",
            vec![(
                "S",
                "The Day\n\nside|stack|name|strength\nNord|I|A|4\n||Old & \"Young\"|5\nSüd|II|2023-01-01|3",
                &[(3, 0, 4), (3, 1, 4)],
            )],
            None,
            with(&["row 1 above the headings: not read"]),
        ),
        (
            "formulas without a value, and faults by row and column",
            vec![("S", "side|stack|name|strength|notes\n\nNord|I|A|?|?\nNord|I|B|@44927|\nNord||C|many|", &[])],
            None,
            vec![
                "row 3, column D (strength): the formula in this cell has no value yet (mend it",
                "row 4, column D (strength): “2023-01-01” is not a number from 1 to 999",
                "row 5, column D (strength): “many” is not a number from 1 to 999",
            ],
        ),
        ("an empty sheet", vec![("S", "", &[])], None, vec!["row 1: the table is empty"]),
    ];
    for (story, sheets, named, wanted) in cases {
        for file in [xlsx(&sheets), ods(&sheets)] {
            expect(story, &described(&file, |options| options.sheet = named), &wanted);
        }
    }
    let error = xlsx(&[("S", "side|stack|name|strength\nNord|I|A|!#REF!", &[])]);
    expect(
        "an error",
        &described(&error, |_| {}),
        &["row 2, column D (strength): the value of this cell is the error #REF!"],
    );
    let many =
        (0..10_000).fold("side|stack|name".to_string(), |rows, at| rows + &format!("\n{}|I|Unit {at}|", at % 2 / 5));
    for file in [xlsx(&[("S", &many, &[])]), many.replace('|', ",").into_bytes()] {
        assert_eq!(described(&file, |_| {})[0], "1 side, 1 stack, 10000 units");
    }
}

/// Replaces the declared length of each file.
fn lying(mut archive: Vec<u8>, length: u32) -> Vec<u8> {
    let entries: Vec<usize> =
        archive.windows(4).enumerate().filter(|(_, four)| four == b"PK\x01\x02").map(|(at, _)| at).collect();
    entries.iter().for_each(|at| archive[at + 24..at + 28].copy_from_slice(&length.to_le_bytes()));
    archive
}

#[test]
fn workbooks_that_are_refused() {
    let sound = xlsx(&[("S", "side|stack|name\nN|I|A", &[])]);
    let bomb = zipped(&[("xl/workbook.xml", &vec![0; 1 << 20])]);
    let encrypted =
        [b"\xd0\xcf\x11\xe0....".to_vec(), "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect()]
            .concat();
    let repeated = |rows: &str, columns: &str, text: &str| {
        ods_of(
            &format!(
                "<table:table table:name=\"S\"><table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell office:value-type=\"string\" table:number-columns-repeated='{columns}'><text:p>a{text}</text:p></table:table-cell></table:table-row></table:table>"
            ),
            "",
        )
    };
    let far = "<table:table-cell table:number-columns-repeated=\"9\"/><table:table-cell office:value-type=\"float\" office:value=\"1\"/>".repeat(12);
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("encrypted .xlsx", encrypted, "the file is protected by a password"),
        (
            "encrypted .ods",
            ods_of("", "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"),
            "the file is protected by a password",
        ),
        ("an old format", b"\xd0\xcf\x11\xe0 and more".to_vec(), "the file is no table of a known format"),
        ("another archive", zipped(&[("word/document.xml", b"x")]), "the file is no table of a known format"),
        ("a bomb that says so", lying(sound.clone(), 3 << 30), "the file unpacks to 15360 MB; the maximum is 64 MB"),
        ("a bomb that lies", lying(bomb, 10), "the spreadsheet can't be read: "),
        ("cut off", sound[..sound.len() / 2].to_vec(), "the spreadsheet can't be read: "),
        ("repeated cells", repeated("1048576", "16384", ""), "a sheet can have at most 2000000 cells"),
        ("hidden repeats", repeated("&#49;048576", "9", ""), "a sheet can have at most 2000000 cells"),
        (
            "repeated blanks",
            repeated("1", "1", "<text:s text:c=\"4000000000\"/>"),
            "a sheet can have at most 2000000 cells",
        ),
        (
            "far away",
            ods_of(
                &format!("<table:table table:name=\"S\"><table:table-row>{far}</table:table-row></table:table>"),
                "",
            ),
            "row 1: a table has at most 100 columns, not 110",
        ),
    ];
    for (story, file, wanted) in cases {
        expect(story, &described(file, |_| {}), &[wanted]);
    }
}

/// Damage anywhere in the XML is refused or read as something else; nothing panics.
#[test]
fn damaged_workbooks() {
    let sheet = xlsx(&[("S", "side|stack|name|strength\nN|I|A|=4\nN|I|@44927|5\n!#REF!", &[(1, 0, 2)])]);
    let other = ods(&[("S", "side|stack|name|strength\nN|I|A|=4\nN|I|@44927|5", &[(1, 0, 2)])]);
    for file in [sheet, other] {
        let mut archive = zip::ZipArchive::new(Cursor::new(&file)).expect("it is sound");
        let names: Vec<String> = archive.file_names().filter_map(Result::ok).map(Into::into).collect();
        let parts: Vec<(String, Vec<u8>)> = names
            .iter()
            .map(|name| {
                let mut content = Vec::new();
                std::io::copy(&mut archive.by_name(name).expect("it is there"), &mut content).expect("it is read");
                (name.clone(), content)
            })
            .collect();
        for (part, (name, content)) in parts.iter().enumerate() {
            for at in (0..content.len()).step_by(content.len() / 60 + 1) {
                for change in [Some(b'<'), Some(b'9'), Some(b'"'), None] {
                    let mut damaged = content.clone();
                    match change {
                        Some(byte) => damaged[at] = byte,
                        None => damaged.truncate(at),
                    }
                    let files: Vec<(&str, &[u8])> = parts
                        .iter()
                        .enumerate()
                        .map(|(other, (name, content))| (&**name, if other == part { &*damaged } else { &**content }))
                        .collect();
                    let said = described(&zipped(&files), |_| {});
                    assert!(!said.is_empty(), "{name} at {at}");
                }
            }
        }
    }
}
