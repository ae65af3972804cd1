//! Entries as CSV for a spreadsheet, one row each. No text is taken for a formula (see [`escape_cell`]), and all text
//! is quoted, so that any separator works.

use super::{
    ReportRow,
    story::{Die, Remark},
};
use csv::{QuoteStyle, WriterBuilder};
use wardiary_base::text::escape_cell;
use wardiary_diary::diary::Remarks;

/// The columns from `dice` to `scores` list the same dice in the same order.
const COLUMNS: [&str; 15] = [
    "entry",
    "after",
    "at",
    "battle",
    "turn",
    "kind",
    "order",
    "dice",
    "grades",
    "modifiers",
    "scores",
    "results",
    "odds",
    "remarks",
    "bookmark",
];

pub fn table(rows: impl Iterator<Item = ReportRow>) -> String {
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::NonNumeric).from_writer(Vec::new());
    let rows = std::iter::once(COLUMNS.map(String::from)).chain(rows.map(|row| cells(&row)));
    rows.for_each(|row| writer.write_record(row).expect("memory takes it"));
    String::from_utf8(writer.into_inner().expect("memory takes it")).expect("it is made of texts")
}

fn cells(row: &ReportRow) -> [String; COLUMNS.len()] {
    let account = &row.account;
    let listed = |texts: Vec<String>| texts.join("; ");
    let thrown = |die: &Die| {
        let shown = die.face.map_or_else(|| format!("scored {}", die.value()), |face| face.to_string());
        format!("{} {shown}{}", die.owner, if die.by_hand == Some(true) { " (table)" } else { "" })
    };
    let of_dice = |value: fn(&Die) -> String| {
        let values: Vec<String> = row.dice.iter().map(value).collect();
        if values.iter().all(String::is_empty) { String::new() } else { listed(values) }
    };
    let grade = |die: &Die| die.grade.as_ref().map_or_else(String::new, |(_, name)| name.to_string());
    let modifier = |die: &Die| {
        let by = |face: u8| Some(die.score? - i16::from(face));
        die.face.and_then(by).map_or_else(String::new, |by| by.to_string())
    };
    let marks = [
        (account.abandoned, "cancelled"),
        (account.changed_by_hand, "changed by hand"),
        (account.found_cut, "the file was found cut off before this entry"),
    ];
    let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_string());
    let marks = row.remark.iter().map(Remark::line).chain(marks).collect();
    let bookmark = account.remarks.as_ref().and_then(Remarks::bookmark_text);
    let bookmark = bookmark.map_or_else(String::new, |name| if name.is_empty() { "bookmark".into() } else { name });
    let text = |text: &str| escape_cell(text);
    [
        account.no.to_string(),
        account.parent.to_string(),
        account.at.to_string(),
        text(row.battle.as_deref().unwrap_or_default()),
        account.turn.map_or_else(String::new, |turn| turn.to_string()),
        text(account.verb.as_str()),
        text(&account.order),
        text(&listed(row.dice.iter().map(thrown).collect())),
        text(&of_dice(grade)),
        text(&of_dice(modifier)),
        text(&of_dice(|die| die.value().to_string())),
        text(&listed(account.sentences.clone())),
        text(row.weighed.as_ref().map_or("", |weighed| &weighed.text)),
        text(&listed(marks)),
        text(&bookmark),
    ]
}
