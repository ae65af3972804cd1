//! Episodes: entries of a battle that belong together. A bombardment is one side's volleys, a fight the phases of one
//! combat, a clash the blows of a round. The text of an episode follows the losses: the heaviest in detail, the rest in a
//! clause, and nothing of entries without any. A leader's death has a sentence of its own.

use super::{
    names::{self, count_in_words, list_in_brief, number_in_words, ordinal, with_article},
    narration::sentence,
};
use std::collections::BTreeSet;
use wardiary_base::{
    id::{SideId, StackId, UnitId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::state::Gauge;

/// A unit's loss of Strength Points by one entry. The sentences of an episode say nothing of losses but these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLoss {
    pub unit: UnitId,
    pub side: SideId,
    pub name: String,
    /// Its Strength Points before, if they are known.
    pub had: Option<Gauge<u16>>,
    pub to: u16,
    /// Whether it is a general, or leads its stack.
    pub is_leader: bool,
}

/// The effects of one entry in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    pub entry: EntryNo,
    pub turn: Option<u32>,
    pub kind: BeatKind,
    pub losses: Vec<UnitLoss>,
    /// How unusual the roll was.
    pub luck: Option<BeatLuck>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeatLuck {
    /// As a sentence.
    pub text: String,
    /// Whether one roll in fifty is so good or bad, or a general's life hung on it. Such a roll always gets its sentence.
    pub is_notable: bool,
}

/// Where the attacked of a fight were, or beside what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightPlace {
    pub name: String,
    /// Whether it is an objective that the attackers did not hold.
    pub is_aim: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeatKind {
    Volley(Volley),
    Phase(Phase),
    Blow(Blow),
    /// Something else in a clash of stacks, as a sentence.
    Said(String),
    Ruling(Ruling),
}

/// Losses, grades and EDNA by the referee's word, with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruling {
    pub why: Option<String>,
    /// Units that fight some grades higher, or lower, for a time.
    pub shifts: Vec<(String, i8)>,
    /// The EDNA of units before and after.
    pub edna: Vec<(String, u8, u8)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley {
    pub unit: UnitId,
    pub side: SideId,
    pub by: String,
    /// The names of the shooter's side and of the target's.
    pub sides: [String; 2],
    pub in_cover: bool,
}

/// A phase of a combat. The attacker comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The forces, if the phase opened the combat.
    pub opens: Option<[String; 2]>,
    pub attacked: Vec<UnitId>,
    pub place: Option<FightPlace>,
    /// Whether an attacker had just obeyed an order to do something.
    pub is_ordered: bool,
    pub sides: [String; 2],
    /// The units that each side has in the fight.
    pub units: [u32; 2],
    pub defeats: [u16; 2],
    /// The units of each side that dropped a grade or gave ground.
    pub shaken: [Vec<String>; 2],
    /// Why units were destroyed.
    pub destroyed: Vec<(UnitId, Ruin)>,
}

/// Why a phase destroyed a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruin {
    /// Defeats demote, and it had the lowest grade already.
    AtLowestGrade,
    /// Defeats demote, and several drove it below the lowest grade at once.
    BeatenRepeatedly,
    Beaten,
    /// Every nth defeat of a side destroys one more of its units.
    Counted {
        nth: u8,
        choice: CountedChoice,
    },
}

/// Why an nth defeat destroyed this unit of its side and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedChoice {
    OnlyOne,
    LowestGrade,
    /// The lowest roll among several of the lowest grade.
    LowestRoll,
    LowestOfBeaten,
    LastInLine,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    pub stack: StackId,
    pub by: String,
    pub at: String,
    /// ` on the left`; empty for the front.
    pub edge: String,
}

impl Beat {
    /// Whether both beats are of one episode.
    fn continues(&self, last: &Self) -> bool {
        match (&self.kind, &last.kind) {
            (BeatKind::Volley(one), BeatKind::Volley(other)) => one.side == other.side,
            (BeatKind::Phase(phase), BeatKind::Phase(_)) => phase.opens.is_none(),
            (BeatKind::Blow(_) | BeatKind::Said(_), BeatKind::Blow(_) | BeatKind::Said(_))
            | (BeatKind::Ruling(_), BeatKind::Ruling(_)) => true,
            _ => false,
        }
    }
}

impl UnitLoss {
    pub fn points(&self) -> u32 {
        self.had.map_or(0, |had| had.now.saturating_sub(self.to).into())
    }

    fn is_destroyed(&self) -> bool {
        self.to == 0
    }

    /// The full strength of a unit with points left: what it lost is known.
    fn full(&self) -> u16 {
        self.had.map_or(self.to, |had| had.full)
    }

    fn article(&self) -> String {
        with_article(&self.name)
    }

    /// `, leaving 2 of 4`, if that is half or less.
    fn remainder(&self) -> String {
        if self.to * 2 <= self.full() { format!(", leaving {} of {}", self.to, self.full()) } else { String::new() }
    }
}

/// How fully the story tells an episode.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Full,
    /// In a clause.
    Brief,
}

/// Who attacked in the earlier fights of the same two forces.
#[derive(Clone, Copy)]
enum Earlier {
    SameAttacker,
    OtherAttacker,
}

/// Tells the episodes of a battle's paragraphs: for each paragraph, sentences with the entries that they are about, in
/// order. What an episode did to the battle decides how fully.
pub fn tell(paragraphs: &[Vec<Beat>]) -> Vec<Vec<(EntryNo, String)>> {
    let episodes: Vec<Vec<&[Beat]>> =
        paragraphs.iter().map(|beats| beats.chunk_by(|last, next| next.continues(last)).collect()).collect();
    let mut weights: Vec<u32> = episodes.iter().flatten().map(|episode| weight(episode)).collect();
    weights.sort_unstable_by(|one, other| other.cmp(one));
    let least = weights.get(MOST_IN_FULL).copied().unwrap_or(0);
    let detail = |episode: &[Beat]| if weight(episode) > least { Detail::Full } else { Detail::Brief };
    let is_fight = |episode: &&[Beat]| episode.first().is_some_and(|beat| matches!(beat.kind, BeatKind::Phase(_)));
    // The attackers of earlier fights, each with the attacked.
    let mut fought: Vec<[&String; 2]> = Vec::new();
    let mut told = Vec::new();
    for paragraph in &episodes {
        let mut sentences = Vec::new();
        for (at, episode) in paragraph.iter().enumerate() {
            let opens = episode.iter().find_map(|beat| match &beat.kind {
                BeatKind::Phase(Phase { opens: Some([one, other]), .. }) => Some([one, other]),
                _ => None,
            });
            let earlier = opens.and_then(|[one, other]| match () {
                () if fought.contains(&[one, other]) => Some(Earlier::SameAttacker),
                () if fought.contains(&[other, one]) => Some(Earlier::OtherAttacker),
                () => None,
            });
            fought.extend(opens);
            sentences.extend(tell_episode(episode, detail(episode), earlier));
            // A grade for a time matters only to a fight.
            if paragraph.get(at + 1).is_some_and(is_fight) {
                sentences.extend(tell_shifts(episode));
            }
        }
        told.push(sentences);
    }
    told
}

/// Maximum number of episodes of a battle in full.
const MOST_IN_FULL: usize = 24;

/// How much an episode mattered: by the Strength Points and the leaders that it cost, the units that it shook, the
/// objective that it was for, and how unlikely its rolls were. 0 if it changed nothing.
fn weight(episode: &[Beat]) -> u32 {
    const LEADER: u32 = 8;
    const OBJECTIVE: u32 = 4;
    const UNLIKELY: u32 = 2;
    let losses = episode.iter().flat_map(|beat| &beat.losses);
    let points: u32 =
        losses.map(|loss| loss.points() + if loss.is_leader && loss.is_destroyed() { LEADER } else { 0 }).sum();
    let shaken = episode.iter().map(|beat| match &beat.kind {
        BeatKind::Phase(phase) => count(phase.shaken.iter().map(Vec::len).sum()),
        BeatKind::Volley(_) | BeatKind::Blow(_) | BeatKind::Said(_) | BeatKind::Ruling(_) => 0,
    });
    let cost = points + shaken.sum::<u32>();
    let unlikely = if episode.iter().any(|beat| beat.luck.is_some()) { UNLIKELY } else { 0 };
    let is_for = |beat: &Beat| matches!(&beat.kind, BeatKind::Phase(Phase { place: Some(place), .. }) if place.is_aim);
    let objective = if episode.iter().any(is_for) { OBJECTIVE } else { 0 };
    if cost == 0 { 0 } else { cost + objective + unlikely }
}

fn tell_episode(beats: &[Beat], detail: Detail, earlier: Option<Earlier>) -> Vec<(EntryNo, String)> {
    let Some(first) = beats.first() else { return Vec::new() };
    let mut told = match &first.kind {
        BeatKind::Volley(volley) => tell_fire(beats, volley),
        BeatKind::Phase(phase) => tell_fight(beats, phase, detail, earlier),
        BeatKind::Blow(_) | BeatKind::Said(_) => tell_blows(beats),
        BeatKind::Ruling(_) => tell_rulings(beats),
    };
    let last = beats.last().map_or(first.entry, |beat| beat.entry);
    // One remark about an ordinary piece of luck is enough for an episode.
    let is_told = !told.is_empty() && detail == Detail::Full;
    let mut luck = beats.iter().filter_map(|beat| Some((beat.entry, beat.luck.as_ref()?)));
    let mut remarks: Vec<(EntryNo, &BeatLuck)> = luck.clone().filter(|(_, luck)| luck.is_notable).collect();
    remarks.extend(luck.next().filter(|_| is_told && remarks.is_empty()).map(|(_, luck)| (last, luck)));
    told.extend(remarks.into_iter().map(|(entry, luck)| (entry, luck.text.clone())));
    told.sort_by_key(|(entry, _)| *entry);
    told
}

fn points(n: u32) -> String {
    if n == 1 { "a Strength Point".into() } else { count_in_words(n, "Strength Point", "Strength Points") }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The losses of an episode with their beats: of leaders who died, of other units that were destroyed, and the others.
type Losses<'a> = Vec<(&'a Beat, &'a UnitLoss)>;

fn losses(beats: &[Beat]) -> [Losses<'_>; 3] {
    let mut sorted = [Vec::new(), Vec::new(), Vec::new()];
    for (beat, loss) in beats.iter().flat_map(|beat| beat.losses.iter().map(move |loss| (beat, loss))) {
        let at = if loss.is_destroyed() { usize::from(!loss.is_leader) } else { 2 };
        sorted[at].push((beat, loss));
    }
    let fallen: Vec<UnitId> = sorted[..2].iter().flatten().map(|(_, loss)| loss.unit).collect();
    sorted[2].retain(|(_, loss)| !fallen.contains(&loss.unit));
    sorted
}

/// A loss that destroyed a unit, by its strength before.
fn destruction(beats: &[Beat], (beat, loss): (&Beat, &UnitLoss)) -> String {
    let cover = match &beat.kind {
        BeatKind::Volley(volley) if volley.in_cover => " despite the cover",
        _ => "",
    };
    let unit = loss.article();
    let is_worn =
        beats.iter().flat_map(|beat| &beat.losses).any(|other| other.unit == loss.unit && !other.is_destroyed());
    match loss.had {
        _ if is_worn => format!("finished off {unit}{cover}, worn down by other volleys"),
        Some(Gauge { now, full }) if now == full => format!("wiped out {unit} with a single volley{cover}"),
        Some(Gauge { now: 1, .. }) => format!("finished off {unit}{cover}"),
        Some(Gauge { now, full }) => format!("destroyed {unit}{cover}, already down to {now} of {full}"),
        None => format!("destroyed {unit}{cover}"),
    }
}

fn list_units(losses: &Losses) -> String {
    list_in_brief(&losses.iter().map(|(_, loss)| loss.name.clone()).collect::<Vec<_>>())
}

/// Who fired.
fn by(beat: &Beat) -> &str {
    if let BeatKind::Volley(volley) = &beat.kind { &volley.by } else { "" }
}

fn tell_fire(beats: &[Beat], first: &Volley) -> Vec<(EntryNo, String)> {
    let [leaders, destroyed, hurt] = losses(beats);
    // Each deed with the entry and its subject.
    let mut told: Vec<(EntryNo, &str, String)> = Vec::new();
    told.extend(leaders.iter().map(|(beat, loss)| (beat.entry, by(beat), format!("killed {}", loss.article()))));
    match &destroyed[..] {
        [] => {}
        few if few.len() <= 2 => {
            told.extend(few.iter().map(|loss| (loss.0.entry, by(loss.0), destruction(beats, *loss))));
        }
        many => {
            let text = format!("had no answer to this fire, and lost {}", list_units(&destroyed));
            told.push((many[0].0.entry, &first.sides[1], text));
        }
    }
    told.extend(tell_hits(beats, first, &hurt, !told.is_empty()));
    told.sort_by_key(|(entry, ..)| *entry);
    // Deeds of the same unit form one sentence.
    let together = told.chunk_by(|(_, last, _), (_, next, _)| last == next && !last.is_empty());
    let sentences = together.map(|deeds| {
        let (entry, subject, _) = deeds[deeds.len() - 1];
        let deeds: Vec<String> = deeds.iter().map(|(.., deed)| deed.clone()).collect();
        (entry, sentence(&format!("{subject} {}", text::list(&deeds))))
    });
    sentences.collect()
}

/// The losses of each unit together: a unit that was hit several times is worn by all of it.
fn by_unit(losses: &Losses) -> Vec<(UnitLoss, u32)> {
    let mut units: Vec<(UnitLoss, u32)> = Vec::new();
    for (_, loss) in losses {
        match units.iter_mut().find(|(unit, _)| unit.unit == loss.unit) {
            Some((unit, lost)) => (unit.to, *lost) = (loss.to, *lost + loss.points()),
            None => units.push(((*loss).clone(), loss.points())),
        }
    }
    units
}

/// The hits of a bombardment that destroyed nobody, with the subject of the sentence if that is a unit.
fn tell_hits<'a>(
    beats: &'a [Beat],
    first: &Volley,
    hurt: &Losses<'a>,
    is_rest: bool,
) -> Option<(EntryNo, &'a str, String)> {
    let units = by_unit(hurt);
    let total: u32 = units.iter().map(|(_, lost)| lost).sum();
    let [side, enemy] = &first.sides;
    let volleys = count(beats.len());
    let text = match (&units[..], &hurt[..]) {
        ([], _) => return None,
        ([(unit, lost)], [(beat, _)]) => {
            let hit = format!("cost {} {}{}", unit.article(), points(*lost), unit.remainder());
            match (is_rest, volleys) {
                (true, _) => return Some((beat.entry, by(beat), format!("also {hit}"))),
                (false, 1) => return Some((beat.entry, by(beat), hit)),
                (false, 2) => format!("one of two volleys told: {} {hit}", by(beat)),
                (false, _) => format!(
                    "of {} volleys of {side}, only that of {} told: it {hit}",
                    number_in_words(volleys),
                    by(beat)
                ),
            }
        }
        ([(unit, lost)], _) => {
            let hits = if is_rest { "every other hit".into() } else { format!("all hits of {side}") };
            format!("{hits} fell on {}, which lost {}{}", unit.article(), points(*lost), unit.remainder())
        }
        (units, _) => {
            let worst = units.iter().max_by_key(|(unit, lost)| (*lost, unit.full() - unit.to));
            let worst = worst.filter(|(_, lost)| *lost > 1);
            let names: Vec<String> = units.iter().map(|(unit, _)| unit.name.clone()).collect();
            match worst {
                Some((unit, _)) => format!(
                    "{} cost {enemy} {}; {} suffered most and kept {} of {}",
                    if is_rest { "the other volleys".into() } else { format!("the fire of {side}") },
                    points(total),
                    unit.article(),
                    unit.to,
                    unit.full()
                ),
                None if is_rest => format!("{} lost a Strength Point each", list_in_brief(&names)),
                None if units.len() > 3 => format!(
                    "{} of {} volleys of {side} cost {enemy} a Strength Point each",
                    number_in_words(total),
                    number_in_words(volleys.max(total))
                ),
                None => format!("{side} hit {} once each", list_in_brief(&names)),
            }
        }
    };
    Some((hurt.last()?.0.entry, "", text))
}

fn tell_fight(beats: &[Beat], first: &Phase, detail: Detail, earlier: Option<Earlier>) -> Vec<(EntryNo, String)> {
    let phases: Vec<&Phase> = beats
        .iter()
        .filter_map(|beat| if let BeatKind::Phase(phase) = &beat.kind { Some(phase) } else { None })
        .collect();
    let (begins, ends) = (beats[0].entry, beats[beats.len() - 1].entry);
    if let (Detail::Brief, Some([attacker, attacked])) = (detail, &first.opens)
        && beats.iter().all(|beat| beat.losses.is_empty())
    {
        let text = format!("{attacker} attacked {attacked}: {}", course(&phases, first));
        return vec![(begins, sentence(&text))];
    }
    let mut told: Vec<(EntryNo, String)> = Vec::new();
    if let Some([attacker, attacked]) = &first.opens {
        let attacker = format!("{}{attacker}", if first.is_ordered { "as ordered, " } else { "" });
        let attacked = first.place.as_ref().map_or(attacked.clone(), |FightPlace { name, is_aim }| {
            format!("{attacked} {} {name}", if *is_aim { "for" } else { "at" })
        });
        let units = |n: u32| count_in_words(n, "unit", "units");
        let (verb, again) = match earlier {
            None => ("attacked", ""),
            Some(Earlier::SameAttacker) => ("attacked", " again"),
            Some(Earlier::OtherAttacker) => ("counterattacked", ""),
        };
        let text = match first.units {
            [1, 1] => format!("{attacker} {verb} {attacked}{again}"),
            [one, other] if earlier.is_none() && one == other => {
                format!("{attacker} met {attacked} on even terms, {} each", units(one))
            }
            [one, other] if earlier.is_none() && one >= 2 * other => {
                format!(
                    "{attacker} came on in strength against {attacked}, {} to {}",
                    units(one),
                    number_in_words(other)
                )
            }
            [one, other] if earlier.is_none() && one < other => {
                let numbers = format!("{} against {}", units(one), number_in_words(other));
                format!("{attacker} attacked {attacked} in spite of the numbers, {numbers}")
            }
            [one, other] if one == other => format!("{attacker} {verb} {attacked}{again}, {} each", units(one)),
            [one, other] => {
                format!("{attacker} {verb} {attacked}{again}, {} against {}", units(one), number_in_words(other))
            }
        };
        told.push((begins, sentence(&text)));
    }
    told.push((begins, sentence(&course(&phases, first))));
    let [leaders, destroyed, hurt] = losses(beats);
    told.extend(leaders.iter().map(|(_, loss)| (ends, sentence(&format!("{} fell in the fight", loss.article())))));
    let ruin = |loss: &UnitLoss| phases.iter().flat_map(|phase| &phase.destroyed).find(|(unit, _)| *unit == loss.unit);
    let alike = |one: &Ruin, other: &Ruin| std::mem::discriminant(one) == std::mem::discriminant(other);
    let mut groups: Vec<(Ruin, Losses)> = Vec::new();
    for loss in destroyed.iter().copied() {
        let Some((_, ruin)) = ruin(loss.1) else { continue };
        match groups.iter_mut().find(|(other, _)| alike(other, ruin)) {
            Some((_, losses)) => losses.push(loss),
            None => groups.push((*ruin, vec![loss])),
        }
    }
    told.extend(groups.iter().map(|(ruin, losses)| (ends, sentence(&ruin_text(*ruin, losses)))));
    for (_, loss) in hurt.iter().take(3) {
        told.push((
            ends,
            sentence(&format!("it cost {} {}{}", loss.article(), points(loss.points()), loss.remainder())),
        ));
    }
    let shaken = [0, 1].map(|side| shaken(&phases, side, &destroyed));
    told.extend(shaken_text(&shaken, first).map(|text| (ends, sentence(&text))));
    told
}

/// Who was destroyed, and why.
fn ruin_text(ruin: Ruin, destroyed: &Losses) -> String {
    let units = list_units(destroyed);
    match ruin {
        Ruin::AtLowestGrade => format!("defeat at the lowest grade destroyed {units}"),
        Ruin::BeatenRepeatedly => format!("defeat upon defeat destroyed {units}"),
        Ruin::Beaten => format!("defeat destroyed {units}"),
        Ruin::Counted { nth, .. } if destroyed.len() > 1 => {
            format!("every {} defeat broke one more unit: {units}", ordinal(nth.into()))
        }
        Ruin::Counted { nth, choice } => {
            let choice = match choice {
                CountedChoice::OnlyOne => ", the last in the fight",
                CountedChoice::LowestGrade => ", whose grade was the lowest",
                CountedChoice::LowestRoll => ", which had rolled lowest",
                CountedChoice::LowestOfBeaten => ", which had rolled lowest of the beaten",
                CountedChoice::LastInLine => ", the last in line of several alike",
            };
            format!("the {} defeat also broke {units}{choice}", ordinal(nth.into()))
        }
    }
}

/// The units of a side that dropped a grade or gave ground, and survived.
fn shaken(phases: &[&Phase], side: usize, destroyed: &Losses) -> Vec<String> {
    let mut shaken: Vec<String> = Vec::new();
    for name in phases.iter().flat_map(|phase| &phase.shaken[side]) {
        if !shaken.contains(name) && !destroyed.iter().any(|(_, loss)| loss.name == *name) {
            shaken.push(name.clone());
        }
    }
    shaken
}

/// The shaken survivors of each side, or that a side has none.
fn shaken_text(shaken: &[Vec<String>; 2], first: &Phase) -> Option<String> {
    const PARTIES: [&str; 2] = ["attackers", "defenders"];
    let many = |side: usize| match count(shaken[side].len()) {
        _ if shaken[side].len() < 3 => names::list(&shaken[side]),
        // A side may have other units elsewhere.
        n if n == first.units[side] => format!("all {} {}", number_in_words(n), PARTIES[side]),
        n => format!("{} units of {}", number_in_words(n), first.sides[side]),
    };
    Some(match [shaken[0].len(), shaken[1].len()] {
        [0, 0] => return None,
        [0, 1] | [1, 0] => {
            let side = usize::from(shaken[0].is_empty());
            format!("{} alone came out of it shaken", many(side))
        }
        [0, _] => format!("{} came out of it shaken, and none of the attackers", many(1)),
        [_, 0] => format!("{} came out of it shaken, and none of the defenders", many(0)),
        [_, _] => format!("both lines were shaken: {}; {}", many(0), many(1)),
    })
}

/// Maximum number of words of a name that takes the place of its side's.
const MOST_WORDS: usize = 4;

/// Who had the better of a fight: by the winners of its phases, the defeats, and the numbers.
fn course(phases: &[&Phase], first: &Phase) -> String {
    let winner = |defeats: [u16; 2]| match defeats[0].cmp(&defeats[1]) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    };
    let all = phases.iter().fold([0, 0], |sum, phase| [sum[0] + phase.defeats[0], sum[1] + phase.defeats[1]]);
    let many = count(phases.len());
    let in_phases = if many == 1 { String::new() } else { format!(" over {} phases", number_in_words(many)) };
    let defeats = |n: u16| if n == 0 { "none".into() } else { number_in_words(n.into()) };
    let Some(won) = winner(all) else {
        return match all[0] {
            0 => format!("neither side could shake the other{in_phases}"),
            n => format!("they parted even{in_phases}, with {} each", count_in_words(n.into(), "defeat", "defeats")),
        };
    };
    // The attacked have their own name, if it is short; the attackers are the subject of the sentence before.
    let attacked = first.opens.as_ref().map(|[_, attacked]| attacked);
    let attacked = attacked.filter(|name| name.split(' ').count() <= MOST_WORDS && !name.contains(','));
    let names = [&first.sides[0], attacked.unwrap_or(&first.sides[1])];
    let (side, other) = (names[won], names[1 - won]);
    let score = format!("{} to {}", count_in_words(all[1 - won].into(), "defeat", "defeats"), defeats(all[won]));
    let (few, more) = (first.units[won].max(1), first.units[1 - won]);
    let outnumbered = first.opens.is_some() && more >= 2 * few;
    let lost_one = phases.iter().position(|phase| winner(phase.defeats) == Some(1 - won));
    match lost_one {
        Some(0) => format!("{other} began well, but {side} had the better of the whole, {score}"),
        Some(_) => format!("{side} won, {score}, though {other} took a phase back"),
        None if outnumbered => {
            let held = if won == 1 { "held and won by" } else { "won all the same," };
            format!("outnumbered {} to one, {side} {held} {score}", number_in_words(more / few))
        }
        None if all[1 - won] == 1 => format!("{side} had a narrow advantage{in_phases}, {score}"),
        None if all[won] == 0 => format!("{side} drove the enemy back{in_phases}, {score}"),
        None => format!("{side} had the better of it{in_phases}, {score}"),
    }
}

fn tell_blows(beats: &[Beat]) -> Vec<(EntryNo, String)> {
    let mut told: Vec<(EntryNo, String)> = Vec::new();
    let mut missed: Vec<(&Beat, &Blow)> = Vec::new();
    for beat in beats {
        let blow = match &beat.kind {
            BeatKind::Blow(blow) => blow,
            BeatKind::Said(text) => {
                told.push((beat.entry, text.clone()));
                continue;
            }
            BeatKind::Volley(_) | BeatKind::Phase(_) | BeatKind::Ruling(_) => continue,
        };
        let [leaders, destroyed, hurt] = losses(std::slice::from_ref(beat));
        let Blow { by, at, edge, .. } = blow;
        let text = match (destroyed.len(), &hurt[..]) {
            (0, []) => {
                if leaders.is_empty() {
                    missed.push((beat, blow));
                }
                None
            }
            (0, [(_, loss), ..]) => {
                Some(format!("{by} struck {at}{edge}: {} lost {}", loss.article(), points(loss.points())))
            }
            (n, _) if n >= 3 => Some(format!("{by} fell on {at}{edge} and swept away {}", list_units(&destroyed))),
            (_, []) => Some(format!("{by} struck {at}{edge} and destroyed {}", list_units(&destroyed))),
            (_, [(_, loss), ..]) => Some(format!(
                "{by} struck {at}{edge} and destroyed {}; {} kept {} of {}",
                list_units(&destroyed),
                loss.article(),
                loss.to,
                loss.full()
            )),
        };
        told.extend(text.map(|text| (beat.entry, sentence(&text))));
        told.extend(
            leaders.iter().map(|(_, loss)| (beat.entry, sentence(&format!("{} was struck down", loss.article())))),
        );
    }
    for run in missed.chunk_by(|one, other| one.1.at == other.1.at).filter(|run| run.len() > 1) {
        let (beat, Blow { at, .. }) = run[run.len() - 1];
        told.push((beat.entry, sentence(&format!("{at} stood off {} attacks", number_in_words(count(run.len()))))));
    }
    if told.is_empty() && missed.len() > 1 {
        told.push((
            beats[0].entry,
            sentence(&format!("{} blows fell, and none told", number_in_words(count(missed.len())))),
        ));
    }
    told.sort_by_key(|(entry, _)| *entry);
    told
}

fn rulings(beats: &[Beat]) -> impl Iterator<Item = &Ruling> {
    beats.iter().filter_map(|beat| if let BeatKind::Ruling(ruling) = &beat.kind { Some(ruling) } else { None })
}

/// The units that rulings name, as a list; `None` if there are none.
fn ruled<'a>(names: impl Iterator<Item = &'a String>) -> Option<String> {
    let names: Vec<String> = names.cloned().collect();
    (!names.is_empty()).then(|| list_in_brief(&names))
}

/// The grades for a time that a fight begins with.
fn tell_shifts(beats: &[Beat]) -> Vec<(EntryNo, String)> {
    let reasons: BTreeSet<Option<&String>> = rulings(beats).map(|ruling| ruling.why.as_ref()).collect();
    let told = reasons.into_iter().filter_map(|why| {
        let shifts = || rulings(beats).filter(|ruling| ruling.why.as_ref() == why).flat_map(|ruling| &ruling.shifts);
        let [up, down] =
            [true, false].map(|is_up| ruled(shifts().filter(|(_, by)| (*by > 0) == is_up).map(|(name, _)| name)));
        let cause = why.map_or_else(|| "the referee’s word".into(), |why| format!("“{why}”"));
        let told = [up.map(|up| format!("for {up}")), down.map(|down| format!("against {down}"))];
        let told: Vec<String> = told.into_iter().flatten().collect();
        Some((beats.last()?.entry, sentence(&format!("{cause} told {}", told.join(" and ")))))
            .filter(|_| !told.is_empty())
    });
    told.collect()
}

type IsWorn = fn(u8, u8) -> bool;

/// What a change of EDNA by a ruling did to a unit, by the EDNA before and after.
const WORN: [(&str, IsWorn); 3] = [
    ("lost heart", |from, to| to < from && to > 0),
    ("became ineffective", |from, to| to < from && to == 0),
    ("took heart", |from, to| to > from),
];

/// Maximum number of words of a sentence about several rulings.
const MOST_TOGETHER: usize = 30;

fn tell_rulings(beats: &[Beat]) -> Vec<(EntryNo, String)> {
    let last = beats[beats.len() - 1].entry;
    let why = match (rulings(beats).next(), beats.len()) {
        (Some(Ruling { why: Some(why), .. }), 1) => format!(" (“{why}”)"),
        _ => String::new(),
    };
    let [leaders, destroyed, hurt] = losses(beats);
    let units = by_unit(&hurt);
    let total = points(units.iter().map(|(_, lost)| lost).sum());
    let worn = WORN.iter().filter_map(|(what, is)| {
        let edna = rulings(beats).flat_map(|ruling| &ruling.edna).filter(|(_, from, to)| is(*from, *to));
        ruled(edna.map(|(name, ..)| name)).map(|names| format!("{names} {what}"))
    });
    let lost = match (&units[..], ruled(units.iter().map(|(unit, _)| &unit.name))) {
        ([(UnitLoss { to: 1, had: Some(Gauge { now, full }), .. }, _)], Some(name)) => Some(if now == full {
            format!("{name} came down from {full} to a single Strength Point")
        } else {
            format!("{name} lost {total}, and kept only one of {full}")
        }),
        ([(unit, _)], Some(name)) => Some(format!("{name} lost {total}{}", unit.remainder())),
        (_, names) => names.map(|names| format!("rulings cost {names} {total} between them")),
    };
    let removed = match &destroyed[..] {
        [(_, loss @ UnitLoss { had: Some(Gauge { now, full }), .. })] if now < full => {
            Some(format!("a ruling removed what was left of {}, {now} of {full}", loss.article()))
        }
        several => ruled(several.iter().map(|(_, loss)| &loss.name)).map(|names| format!("a ruling removed {names}")),
    };
    let by_leader = leaders.iter().map(|(beat, loss)| (beat.entry, format!("a ruling took {}", loss.article())));
    // Rulings form one sentence, unless it gets too long.
    let mut told: Vec<(EntryNo, String)> = by_leader.collect();
    let first = told.len();
    for text in removed.into_iter().chain(lost).chain(worn) {
        match told[first..]
            .last_mut()
            .filter(|(_, last)| (last.split(' ').chain(text.split(' '))).count() < MOST_TOGETHER)
        {
            Some((_, last)) => *last = format!("{last}; {text}"),
            None => told.push((last, text)),
        }
    }
    told.into_iter().map(|(entry, text)| (entry, sentence(&format!("{text}{why}")))).collect()
}
