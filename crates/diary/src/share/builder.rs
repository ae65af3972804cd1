//! Makes a side's diary line by line while a save is read, and records where in the save each of its parts ended.

use super::{Share, ShareError};
use crate::{
    diary::{
        Diary, EntryNo, Hidden, Record, ShareOf,
        file::{LoadedLine, new_share_text},
        seal::{Chain, Digest, Seal, Sealing, Secret},
    },
    projection::{PROJECTION, Projector, ends_part},
};
use wardiary_base::{id::SideId, remark::Viewer};

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
