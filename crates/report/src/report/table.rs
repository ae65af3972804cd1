//! Entries as CSV for a spreadsheet, one row each. No text is taken for a formula (see [`escape_cell`]), and all text
//! is quoted, so that any separator works.

use super::{
    ReportRow,
    story::{Die, Remark},
};
use csv::{QuoteStyle, WriterBuilder};
use wardiary_base::text::spreadsheet::escape_cell;

const COLUMNS: [&str; 12] =
    ["entry", "after", "at", "battle", "turn", "kind", "order", "dice", "modifiers", "results", "odds", "remarks"];

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
    let modified = |die: &Die| {
        let (score, (_, grade)) = (die.score?, die.grade.as_ref()?);
        Some(format!("{} {grade}: {score}", die.owner))
    };
    let marks = [
        (account.abandoned, "cancelled"),
        (account.changed_by_hand, "changed by hand"),
        (account.found_cut, "the file was found cut off before this entry"),
    ];
    let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_string());
    let marks = row.remark.iter().map(Remark::line).chain(marks).collect();
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
        text(&listed(row.dice.iter().filter_map(modified).collect())),
        text(&listed(account.sentences.clone())),
        text(row.weighed.as_ref().map_or("", |weighed| &weighed.text)),
        text(&listed(marks)),
    ]
}
