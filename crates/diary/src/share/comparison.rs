//! Compares a share with the save it was made from: is it an honest extract?
//!
//! The save is read line by line. The line where the share's last digest fits is where the share was made. The save up
//! to there is projected again and the two texts are compared. A save that has grown since still gives the same share
//! for its beginning.

use super::{
    Discrepancy, LineDifference,
    builder::{ShareBuilder, count_differing, digest, first_difference, is_derived_from_secret, lines},
};
use crate::{
    diary::{
        Diary, EntryNo,
        file::{LoadError, LoadedLine, load_observed, load_with_progress},
        seal::{Digest, Ending, Sealing, Secret},
        watch::Watch,
    },
    projection::PROJECTION,
};
use std::collections::BTreeSet;
use wardiary_base::{id::SideId, text::Text};
use wardiary_rules::event::Event;

/// The result of comparing a share with a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub side: Text,
    pub projection: u32,
    pub verdict: Verdict,
    /// How many of its digests fit the save, and how many it has.
    pub digests: (usize, usize),
    /// Where in the save it was made, if known.
    pub made: Option<ShareOrigin>,
    /// The number of lines in the save after that.
    pub grown: usize,
    /// The first later line that was changed by hand. It does not affect the share.
    pub later_by_hand: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareOrigin {
    /// The line of the save's file, from 1: the last that showed the side anything.
    pub line: usize,
    /// The save's last entry at that line.
    pub entry: EntryNo,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the share that the save makes for this side, byte for byte.
    Honest,
    /// It differs, as these findings say, in the order of lines.
    Differs(Vec<Discrepancy>),
    /// It was made by another projection version and can't be compared here.
    OtherProjection,
}

#[derive(Debug)]
pub enum ComparisonError {
    Share(Box<LoadError>),
    Save(Box<LoadError>),
    NotAShare,
    /// A share was given as the save.
    NotASave {
        /// Whether a save was given as the share, too.
        swapped: bool,
    },
    /// The save has seals of the first scheme, or none, so no share was ever made from it.
    OldSeals,
}

/// Compares a share with a save, given the bytes of both.
pub fn compare(share: &[u8], save: &[u8], watch: Watch) -> Result<Comparison, ComparisonError> {
    let mut by_hand = BTreeSet::new();
    let mut above = None;
    let read = load_observed(share, watch, &mut |line: LoadedLine| {
        if line.is_by_hand {
            by_hand.insert(line.number);
        }
        above.get_or_insert_with(|| (line.diary.share(), line.diary.share_side_name(), line.chain.sealing()));
    });
    let Some((of, side, sealing)) = above else {
        return Err(ComparisonError::Share(Box::new(read.expect_err("it has nothing above its entries"))));
    };
    let loaded = load_with_progress(save, watch).map_err(|error| ComparisonError::Save(Box::new(error)))?;
    let Some(of) = of else {
        return Err(if loaded.diary.share().is_some() {
            ComparisonError::NotASave { swapped: true }
        } else {
            ComparisonError::NotAShare
        });
    };
    if loaded.diary.share().is_some() {
        return Err(ComparisonError::NotASave { swapped: false });
    }
    let secret = loaded.seals.chain().secret().ok_or(ComparisonError::OldSeals)?;
    let sides = sides(&loaded.diary);
    let is_of = |side: &SideId| sealing.is_some_and(|sealing| sealing.secret == secret.share_secret(*side));
    // If the secret is none of this save's, compare with the share of the side that it names.
    let is_named = |side: &SideId| ShareBuilder::side_in(&loaded.diary, *side).is_some_and(|own| own == of.side);
    let known = sides.iter().copied().find(is_of);
    let viewer = known.or_else(|| sides.iter().copied().find(is_named)).or(sides.first().copied());
    let found = String::from_utf8_lossy(share);
    let found = lines(&found);
    let digests: Vec<(usize, Option<Digest>)> =
        found.iter().enumerate().filter_map(|(at, line)| Some((at + 1, digest(line)?))).collect();
    let scheme = sealing.map_or(Sealing::NEWEST, |sealing| sealing.scheme);
    let mut beside = SaveScan::new((secret, scheme), viewer.unwrap_or(SideId(0)), digests);
    let read = load_observed(save, watch, &mut |line| beside.read_line(&line));
    read.map_err(|error| ComparisonError::Save(Box::new(error)))?;
    let mut discrepancies = match of.projection {
        PROJECTION => beside.discrepancies(&loaded.diary, &found, known.is_some(), &by_hand),
        // All versions make the share's own seals by the same rule.
        _ => by_hand.first().map(|line| Discrepancy::OwnSeal { line: *line }).into_iter().collect(),
    };
    let ending = loaded.seals.ending();
    if !discrepancies.is_empty() && ending != Ending::Whole {
        discrepancies.push(Discrepancy::SaveEnding(ending));
    }
    let verdict = match discrepancies {
        discrepancies if !discrepancies.is_empty() => Verdict::Differs(discrepancies),
        _ if of.projection == PROJECTION => Verdict::Honest,
        _ => Verdict::OtherProjection,
    };
    Ok(Comparison {
        side: side.unwrap_or_default(),
        projection: of.projection,
        verdict,
        digests: (beside.fitting_digests(), beside.digests.len()),
        made: beside.made,
        grown: beside.grown,
        later_by_hand: beside.later_by_hand,
    })
}

/// All sides of the save, including those made later.
fn sides(diary: &Diary) -> Vec<SideId> {
    let made = diary.entries().iter().flat_map(|entry| &entry.events).filter_map(|event| match event {
        Event::SideMade { id, .. } => Some(*id),
        _ => None,
    });
    diary.header().muster.sides.iter().map(|side| side.id).chain(made).collect()
}

/// The finding if a share lacks its last digest or its closing line.
fn missing_end(found: &[&str]) -> Option<Discrepancy> {
    let Some(end) = found.iter().rposition(|line| line.starts_with(']')) else {
        return Some(Discrepancy::Line { line: found.len(), entry: None, how: LineDifference::BreaksOff });
    };
    let is_digest = end.checked_sub(1).is_some_and(|last| digest(found[last]).is_some());
    (!is_digest).then_some(Discrepancy::Line { line: end + 1, entry: None, how: LineDifference::Dropped })
}

/// The save during the comparison, as far as it has been read.
struct SaveScan {
    secret: Secret,
    /// The scheme by which the share is sealed.
    scheme: u32,
    side: SideId,
    builder: ShareBuilder,
    /// The share's digests, each with its line; `None` for one that can't be read.
    digests: Vec<(usize, Option<Digest>)>,
    /// The digest that is expected next, and the earlier ones that fit nowhere.
    next: usize,
    missing: Vec<usize>,
    /// The line of the save at which a digest fitted last.
    fits: Option<usize>,
    made: Option<ShareOrigin>,
    /// The text that the share should have, as of where it was made.
    wanted: Option<String>,
    /// The first line changed by hand, before and after the place where the share was made.
    by_hand: Option<usize>,
    later_by_hand: Option<usize>,
    grown: usize,
}

impl SaveScan {
    fn new((secret, scheme): (Secret, u32), side: SideId, digests: Vec<(usize, Option<Digest>)>) -> Self {
        Self {
            secret,
            scheme,
            side,
            builder: ShareBuilder::new(side),
            digests,
            next: 0,
            missing: Vec::new(),
            fits: None,
            made: None,
            wanted: None,
            by_hand: None,
            later_by_hand: None,
            grown: 0,
        }
    }

    fn read_line(&mut self, line: &LoadedLine) {
        if self.made.is_some() {
            self.grown += 1;
            self.later_by_hand = self.later_by_hand.or_else(|| line.is_by_hand.then_some(line.number));
            return;
        }
        self.by_hand = self.by_hand.or_else(|| line.is_by_hand.then_some(line.number));
        self.builder.read_line(line);
        while let Some(fits) = [0, 1].into_iter().find(|ahead| self.digest_fits(self.next + ahead, line)) {
            // An altered digest does not hide the ones after it.
            self.missing.extend((0..fits).map(|ahead| self.next + ahead));
            self.next += fits + 1;
            self.fits = Some(line.number);
        }
        if self.next == self.digests.len() && !self.digests.is_empty() {
            self.made = Some(ShareOrigin { line: line.number, entry: line.diary.next_no() - 1 });
            self.wanted = self.share(line.diary);
        }
    }

    fn digest_fits(&self, at: usize, line: &LoadedLine) -> bool {
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let wanted = self.digests.get(at).and_then(|(_, digest)| *digest);
        wanted.is_some_and(|wanted| wanted == Digest::of(self.secret, self.side, number, &line.chain))
    }

    fn fitting_digests(&self) -> usize {
        self.next - self.missing.len()
    }

    /// The save's share; `None` if there is none, because the side's diary can't start.
    fn share(&self, save: &Diary) -> Option<String> {
        Some(self.builder.build(save, self.secret, self.scheme).ok()?.text)
    }

    /// Everything that keeps the share from being an honest extract. `is_known`: its secret belongs to a side of this
    /// save.
    fn discrepancies(
        &mut self,
        save: &Diary,
        found: &[&str],
        is_known: bool,
        by_hand: &BTreeSet<usize>,
    ) -> Vec<Discrepancy> {
        let wanted = self.wanted.take().or_else(|| self.share(save)).unwrap_or_default();
        let wanted = lines(&wanted);
        if !is_known && count_differing(found, &wanted) > 1 {
            let above = |lines: &[&str]| -> Vec<String> {
                let above = lines.iter().take_while(|line| !line.starts_with("diary:"));
                above.filter(|line| !is_derived_from_secret(line)).map(ToString::to_string).collect()
            };
            let begins_alike = above(found) == above(&wanted);
            return vec![if begins_alike { Discrepancy::OtherSecret } else { Discrepancy::OtherGame }];
        }
        // If a later digest fits, the save is unchanged, and the digest counts as a line like any other.
        let missing = self.digests.get(self.next).map(|(line, _)| {
            let is_by_hand = by_hand.contains(line);
            Discrepancy::Digest { line: *line, fits: self.fits, is_by_hand }
        });
        let at = missing.and_then(|missing| missing.line());
        // If the save has grown, another line is in the place of the share's last digest. A line that is only in
        // another place says more than a digest that does not fit.
        let is_moved = |differs: &Discrepancy| {
            matches!(
                differs,
                Discrepancy::Line { how: LineDifference::Swapped { .. } | LineDifference::Misplaced(_), .. }
            )
        };
        let differs = match missing_end(found) {
            Some(cut) => Some(cut),
            None => first_difference(found, &wanted)
                .filter(|differs| at.is_none() || differs.line() < at || differs.line() == at && is_moved(differs)),
        };
        let missing = missing.filter(|_| differs.is_none_or(|differs| differs.line() != at));
        // A save changed by hand makes another share, which is no fault of this one.
        let save = self.by_hand.map(|line| Discrepancy::SaveByHand { line });
        save.into_iter().chain(differs).chain(missing).collect()
    }
}
