//! Makes a side's diary line by line while a save is read, and records where in the save each of its parts ended.

use super::{Discrepancy, LineDifference, Share, ShareError};
use crate::{
    diary::{
        Diary, EntryNo, Hidden, Record, ShareOf,
        file::{LoadedLine, new_share_text},
        seal::{Chain, Digest, Seal, Sealing, Secret, without_seal},
    },
    projection::{PROJECTION, Projector, ends_part},
};
use wardiary_base::{document, id::SideId, remark::Viewer};

/// The lines of a save as far as it has been read, from which its share for a side follows.
pub(super) struct ShareBuilder {
    side: SideId,
    /// The head and the chain after each line; the first is the header.
    lines: Vec<(EntryNo, Chain)>,
    /// The number of lines up to each record of a share with the side.
    shared: Vec<usize>,
}

impl ShareBuilder {
    pub(super) fn new(side: SideId) -> Self {
        Self { side, lines: Vec::new(), shared: Vec::new() }
    }

    /// The side's number in its own diary at the start.
    pub(super) fn side_in(diary: &Diary, side: SideId) -> Option<SideId> {
        Projector::new(diary, side).ok()?.own_side()
    }

    pub(super) fn read_line(&mut self, line: &LoadedLine) {
        self.lines.push((line.diary.head(), line.chain));
        self.shared.resize(line.diary.shared_with(Viewer::Side(self.side)).count(), self.lines.len());
    }

    /// The share of the diary with these lines, sealed by this scheme.
    pub(super) fn build(&self, diary: &Diary, secret: Secret, scheme: u32) -> Result<Share, ShareError> {
        let ProjectedLines { projector, ends, last } = self.project(diary)?;
        let own = projector.diary();
        let of = ShareOf { side: projector.own_side().ok_or(ShareError::NoSide)?, projection: PROJECTION };
        let sealing = Sealing { scheme, secret: secret.share_secret(self.side) };
        let (text, seals) = new_share_text(own.header(), of, sealing);
        let mut writing = ShareWriter { text, chain: seals.chain(), digests: 0 };
        let mut ends = ends.iter().peekable();
        let mut moves = own.moves().iter().peekable();
        for entry in own.entries() {
            while let Some((_, to)) = moves.next_if(|(then, _)| *then < entry.no) {
                writing.write(Record::head(*to));
            }
            writing.write(Record::Entry(entry.clone()));
            if let Some((_, chain)) = ends.next_if(|(no, _)| *no == entry.no) {
                writing.digest(secret, self.side, chain);
            }
        }
        moves.for_each(|(_, to)| writing.write(Record::head(*to)));
        writing.digest(secret, self.side, &last);
        let ShareWriter { text, chain, digests } = writing;
        Ok(Share { text: text + &chain.closers(), entries: own.entries().len(), digests })
    }

    /// Projects the diary from one record of a share to the next, and finds the line of the save at which the side's diary
    /// reached each of its entries. Entries withdrawn before they were shared move none of these lines.
    fn project(&self, diary: &Diary) -> Result<ProjectedLines, ShareError> {
        let mut projector = Projector::new(diary, self.side).map_err(ShareError::Muster)?;
        let mut ends = Vec::new();
        let mut last = self.lines.first().ok_or(ShareError::NoSide)?.1;
        let mut from = 0;
        let places = diary.shared_with(Viewer::Side(self.side)).map(|(no, _)| no).chain([diary.head()]);
        for (nth, no) in places.enumerate() {
            let to = self.shared.get(nth).copied().unwrap_or(self.lines.len());
            let records = |projector: &Projector| (projector.diary().entries().len(), projector.diary().moves().len());
            let before = records(&projector);
            projector.go_to(diary, no);
            let mut path: Vec<EntryNo> = diary.path_back_from(no).collect();
            path.reverse();
            let mut lines = self.lines[from..to].iter().filter(|(head, _)| path.binary_search(head).is_ok()).peekable();
            // The chain where the save was first at this entry of the path, or farther along it.
            let mut chain_at = |entry: EntryNo| {
                while lines.next_if(|(head, _)| *head < entry).is_some() {}
                lines.peek().map_or(self.lines[to - 1].1, |(_, chain)| *chain)
            };
            let (own, is_new) = (projector.diary(), records(&projector) != before);
            for entries in path.chunk_by(|one, other| projector.own_entry(*one) == projector.own_entry(*other)) {
                let no = projector.own_entry(entries[0]).unwrap_or(0);
                if no as usize > before.0 && own.entry(no).is_some_and(|entry| ends_part(&entry.events)) {
                    ends.push((no, chain_at(entries[0])));
                }
                if no == own.head() && is_new {
                    last = chain_at(entries[0]);
                }
            }
            from = to;
        }
        Ok(ProjectedLines { projector, ends, last })
    }
}

/// A side's diary, with the save's chain where it reached its entries.
struct ProjectedLines {
    projector: Projector,
    /// The side's entries that ended a part.
    ends: Vec<(EntryNo, Chain)>,
    /// The chain where the side's diary reached its end.
    last: Chain,
}

struct ShareWriter {
    text: String,
    chain: Chain,
    digests: u32,
}

impl ShareWriter {
    fn write(&mut self, mut record: Record) {
        self.text.push_str(&self.chain.write(&mut record));
        self.text.push_str(",\n");
    }

    fn digest(&mut self, secret: Secret, side: SideId, chain: &Chain) {
        self.digests += 1;
        let of = Digest::of(secret, side, self.digests, chain);
        self.write(Record::Digest(Hidden { of, seal: Seal::default() }));
    }
}

/// The lines of a share's text without their line endings, which mail programs change.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<&str> = text.lines().collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// The digest on a line of a share. The inner option is `None` if it can't be read.
#[allow(clippy::option_option, reason = "`Some(None)` is a digest line with an unreadable digest")]
pub(super) fn digest(line: &str) -> Option<Option<Digest>> {
    let value = line.trim_start().starts_with("Digest(").then(|| line.trim().trim_end_matches(','))?;
    let record = document::options().from_str(value);
    Some(record.ok().and_then(|record| match record {
        Record::Digest(hidden) => Some(hidden.of),
        _ => None,
    }))
}

/// The first line that differs from the expected share. Seals count only if nothing else differs.
pub(super) fn first_difference(found: &[&str], wanted: &[&str]) -> Option<Discrepancy> {
    let differs =
        |(at, (found, wanted)): (usize, (&&str, &&str))| (without_seals(found) != without_seals(wanted)).then_some(at);
    let many = found.len().min(wanted.len());
    let at = found.iter().zip(wanted).enumerate().find_map(differs).unwrap_or(many);
    let discrepancy = |text: &str, how| Some(Discrepancy::Line { line: at + 1, entry: entry_of(text), how });
    let (here, there) = match (found.get(at), wanted.get(at)) {
        (None, None) => return first_seal(found, wanted),
        (None, Some(wanted)) => return discrepancy(wanted, LineDifference::Dropped),
        (Some(found), None) => return discrepancy(found, LineDifference::Added),
        (Some(here), Some(there)) => (here, there),
    };
    let ends_before = entry_of(here).is_some() && wanted[at..].iter().all(|line| entry_of(line).is_none());
    match (find_equal(there, found, at), find_equal(here, wanted, at)) {
        (Some(with), Some(of)) if with == of => {
            discrepancy(here, LineDifference::Swapped { with: with + 1, entry: entry_of(found[with]) })
        }
        (Some(with), Some(_)) => discrepancy(there, LineDifference::Misplaced(with + 1)),
        (None, Some(_)) => discrepancy(there, LineDifference::Dropped),
        (Some(_), None) => discrepancy(here, LineDifference::Added),
        (None, None) if ends_before => discrepancy(here, LineDifference::Beyond),
        (None, None) => discrepancy(here, LineDifference::Altered(column(here, there))),
    }
}

/// The index of an equal line after `at`, ignoring the numbers of entries.
fn find_equal(line: &str, text: &[&str], at: usize) -> Option<usize> {
    let line = without_seals(line);
    let is_it = |other: &&str| without_number(&without_seals(other)) == without_number(&line);
    text.iter().skip(at + 1).position(is_it).map(|behind| at + 1 + behind)
}

fn first_seal(found: &[&str], wanted: &[&str]) -> Option<Discrepancy> {
    let at = found.iter().zip(wanted).position(|(found, wanted)| found != wanted)?;
    Some(Discrepancy::Line { line: at + 1, entry: entry_of(found[at]), how: LineDifference::Seal })
}

pub(super) fn count_differing(found: &[&str], wanted: &[&str]) -> usize {
    let same = found.iter().zip(wanted).filter(|(found, wanted)| found == wanted).count();
    found.len().max(wanted.len()) - same
}

/// The column where two lines start to differ, in characters from 1.
fn column(found: &str, wanted: &str) -> usize {
    found.chars().zip(wanted.chars()).take_while(|(found, wanted)| found == wanted).count() + 1
}

/// A line without its seal. The closing line repeats the last seal, which differs in a share that was sealed again.
fn without_seals(line: &str) -> String {
    match line.split_once(", last:") {
        Some((before, _)) if line.starts_with(']') => before.into(),
        _ => without_seal(line),
    }
}

/// An entry's line without its number: removing an entry renumbers the ones after it.
fn without_number(line: &str) -> &str {
    line.strip_prefix("Entry(no: ").map_or(line, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn entry_of(line: &str) -> Option<EntryNo> {
    let rest = line.strip_prefix("Entry(no: ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Whether a line above the entries follows from the save's secret alone.
pub(super) fn is_derived_from_secret(line: &str) -> bool {
    ["seals:", "luck:", "seal:"].iter().any(|field| line.starts_with(field))
}
