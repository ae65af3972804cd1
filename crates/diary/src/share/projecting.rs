//! A side's own diary, made line by line while the save is read, with where in the save each of its parts ended.

use super::Share;
use crate::{
    diary::{
        Diary, EntryNo, Hidden, Record, ShareOf,
        file::{LineEntered, blank_share},
        seal::{Chain, Digest, Seal, Secret},
    },
    projection::{PROJECTION, Projector, ends_part},
};
use wardiary_base::{fault::Fault, id::SideId};

/// The share of a save as far as it has been read.
pub(super) struct Projecting {
    projector: Projector,
    /// Whether it has entries.
    has_begun: bool,
    /// The side's entries that ended a part, with the save's chain there.
    ends: Vec<(EntryNo, Chain)>,
    /// The save's chain where the side saw something last.
    last: Chain,
    /// How many entries and moves of the side's were looked at.
    told: (usize, usize),
}

impl Projecting {
    /// Begins with what stands above the entries.
    pub(super) fn begin(line: &LineEntered, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::new(line.diary, side)?;
        Ok(Self { projector, has_begun: false, ends: Vec::new(), last: line.chain, told: (0, 0) })
    }

    /// The number that a side has in its own diary from the beginning.
    pub(super) fn side_in(diary: &Diary, side: SideId) -> Option<SideId> {
        Projector::new(diary, side).ok()?.own_side()
    }

    /// Follows a line.
    pub(super) fn follow(&mut self, line: &LineEntered) {
        // When a diary begins is the time of its first entry, which the projector asks for where it begins.
        if !self.has_begun && !line.diary.entries().is_empty() {
            self.has_begun = true;
            if let Ok(projector) = Projector::new(line.diary, self.projector.side()) {
                self.projector = projector;
            }
        }
        self.projector.follow(line.diary);
        let own = self.projector.diary();
        let told = (own.entries().len(), own.moves().len());
        if told == self.told {
            return;
        }
        let new = &own.entries()[self.told.0..];
        self.ends.extend(new.iter().filter(|new| ends_part(&new.events)).map(|new| (new.no, line.chain)));
        (self.told, self.last) = (told, line.chain);
    }

    /// The share as it is now; nothing where the side itself is not known.
    pub(super) fn share(&self, secret: Secret) -> Option<Share> {
        let (own, side) = (self.projector.diary(), self.projector.side());
        let of = ShareOf { side: self.projector.own_side()?, projection: PROJECTION };
        let sealing = secret.of_share(side);
        let (text, seals) = blank_share(own.header(), of, sealing.luck_key(), sealing);
        let mut writing = Writing { text, chain: seals.chain(), digests: 0 };
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
        let Writing { text, chain, digests } = writing;
        Some(Share { text: text + &chain.closers(), entries: own.entries().len(), digests })
    }
}

/// A share being written.
struct Writing {
    text: String,
    chain: Chain,
    digests: u32,
}

impl Writing {
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
