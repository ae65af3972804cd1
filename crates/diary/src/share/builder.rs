//! Makes a side's diary line by line while a save is read, and records where in the save each of its parts ended.

use super::Share;
use crate::{
    diary::{
        Diary, EntryNo, Hidden, Record, ShareOf,
        file::{LoadedLine, new_share_text},
        seal::{Chain, Digest, Seal, Sealing, Secret},
    },
    projection::{PROJECTION, Projector, ends_part},
};
use wardiary_base::{fault::Fault, id::SideId};

/// The share of a save as far as it has been read.
pub(super) struct ShareBuilder {
    projector: Projector,
    has_begun: bool,
    /// The side's entries that ended a part, each with the save's chain at that line.
    ends: Vec<(EntryNo, Chain)>,
    /// The save's chain at the last line that showed the side anything.
    last: Chain,
    /// The number of the side's entries and moves processed so far.
    processed: (usize, usize),
}

impl ShareBuilder {
    /// Starts with the lines above the entries.
    pub(super) fn begin(line: &LoadedLine, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::new(line.diary, side)?;
        Ok(Self { projector, has_begun: false, ends: Vec::new(), last: line.chain, processed: (0, 0) })
    }

    /// The side's number in its own diary at the start.
    pub(super) fn side_in(diary: &Diary, side: SideId) -> Option<SideId> {
        Projector::new(diary, side).ok()?.own_side()
    }

    pub(super) fn read_line(&mut self, line: &LoadedLine) {
        // The time of the first entry is the start of the diary, and the projector reads it when it is created.
        if !self.has_begun && !line.diary.entries().is_empty() {
            self.has_begun = true;
            if let Ok(projector) = Projector::new(line.diary, self.projector.side()) {
                self.projector = projector;
            }
        }
        self.projector.update(line.diary);
        let own = self.projector.diary();
        let counts = (own.entries().len(), own.moves().len());
        if counts == self.processed {
            return;
        }
        let new = &own.entries()[self.processed.0..];
        self.ends.extend(new.iter().filter(|new| ends_part(&new.events)).map(|new| (new.no, line.chain)));
        (self.processed, self.last) = (counts, line.chain);
    }

    /// The share so far, sealed by this scheme; `None` if the side itself is still unknown.
    pub(super) fn build(&self, secret: Secret, scheme: u32) -> Option<Share> {
        let (own, side) = (self.projector.diary(), self.projector.side());
        let of = ShareOf { side: self.projector.own_side()?, projection: PROJECTION };
        let sealing = Sealing { scheme, secret: secret.share_secret(side) };
        let (text, seals) = new_share_text(own.header(), of, sealing);
        let mut writing = ShareWriter { text, chain: seals.chain(), digests: 0 };
        let mut ends = self.ends.iter().peekable();
        let mut moves = own.moves().iter().peekable();
        for entry in own.entries() {
            while let Some((_, to)) = moves.next_if(|(then, _)| *then < entry.no) {
                writing.write(Record::head(*to));
            }
            writing.write(Record::Entry(entry.clone()));
            if let Some((_, chain)) = ends.next_if(|(no, _)| *no == entry.no) {
                writing.digest(secret, side, chain);
            }
        }
        moves.for_each(|(_, to)| writing.write(Record::head(*to)));
        writing.digest(secret, side, &self.last);
        let ShareWriter { text, chain, digests } = writing;
        Some(Share { text: text + &chain.closers(), entries: own.entries().len(), digests })
    }
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
