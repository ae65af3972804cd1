//! Episodes: entries of a battle that belong together. A bombardment is one side's volleys, a fight the phases of one
//! combat, a clash the blows of a round. The text of an episode follows the losses: the heaviest in detail, the rest in a
//! clause, and nothing of entries without any. A leader's death has a sentence of its own.

use super::{
    names::{self, count_in_words, list_in_brief, number_in_words, ordinal, with_article},
    narration::sentence,
};
use wardiary_base::id::{SideId, UnitId};
use wardiary_diary::diary::EntryNo;

/// A unit's loss of Strength Points by one entry. The sentences of an episode say nothing of losses but these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLoss {
    pub unit: UnitId,
    pub name: String,
    pub from: u16,
    pub to: u16,
    pub full: u16,
    /// Whether it is a general, or leads its stack.
    pub is_leader: bool,
}

/// What one entry did in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    pub entry: EntryNo,
    pub kind: BeatKind,
    pub losses: Vec<UnitLoss>,
    /// How unusual the roll was, as a sentence.
    pub luck: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeatKind {
    Volley(Volley),
    Phase(Phase),
    Blow(Blow),
    /// Something else in a clash of stacks, as a sentence.
    Said(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley {
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
    pub sides: [String; 2],
    /// The units that each side has in the fight.
    pub units: [u32; 2],
    pub defeats: [u16; 2],
    /// The units of each side that dropped a grade or gave ground.
    pub shaken: [Vec<String>; 2],
    /// The units destroyed by a side's nth defeat, and n.
    pub by_count: Option<(u8, Vec<UnitId>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
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
            (BeatKind::Blow(_) | BeatKind::Said(_), BeatKind::Blow(_) | BeatKind::Said(_)) => true,
            _ => false,
        }
    }
}

impl UnitLoss {
    fn points(&self) -> u32 {
        self.from.saturating_sub(self.to).into()
    }

    fn is_destroyed(&self) -> bool {
        self.to == 0
    }

    fn article(&self) -> String {
        with_article(&self.name)
    }

    /// `, leaving 2 of 4`, if that is half or less.
    fn remainder(&self) -> String {
        if self.to * 2 <= self.full { format!(", leaving {} of {}", self.to, self.full) } else { String::new() }
    }
}

/// Splits beats into episodes and tells each: sentences with the entries that they are about, in order.
pub fn tell(beats: &[Beat]) -> Vec<(EntryNo, String)> {
    beats.chunk_by(|last, next| next.continues(last)).flat_map(tell_episode).collect()
}

fn tell_episode(beats: &[Beat]) -> Vec<(EntryNo, String)> {
    let Some(first) = beats.first() else { return Vec::new() };
    let mut told = match &first.kind {
        BeatKind::Volley(volley) => tell_fire(beats, volley),
        BeatKind::Phase(phase) => tell_fight(beats, phase),
        BeatKind::Blow(_) | BeatKind::Said(_) => tell_blows(beats),
    };
    let last = beats.last().map_or(first.entry, |beat| beat.entry);
    // One remark about luck is enough for an episode.
    told.extend(beats.iter().find_map(|beat| beat.luck.clone()).filter(|_| !told.is_empty()).map(|luck| (last, luck)));
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
    sorted
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
    let cover = |beat: &Beat| match &beat.kind {
        BeatKind::Volley(volley) if volley.in_cover => " in spite of cover",
        _ => "",
    };
    let mut told: Vec<(EntryNo, String)> = Vec::new();
    for (beat, loss) in leaders {
        told.push((beat.entry, sentence(&format!("{} killed {}", by(beat), loss.article()))));
    }
    match &destroyed[..] {
        [] => {}
        few if few.len() <= 2 => told.extend(few.iter().map(|(beat, loss)| {
            let (by, unit, cover) = (by(beat), loss.article(), cover(beat));
            let text = match loss.from {
                from if from == loss.full => format!("{by} wiped out {unit} with a single volley{cover}"),
                1 => format!("{by} finished off {unit}, down to the last Strength Point{cover}"),
                from => format!("{by} destroyed {unit}{cover}, already down to {from} of {}", loss.full),
            };
            (beat.entry, sentence(&text))
        })),
        many => {
            let text = format!("{} had no answer to this fire, and lost {}", first.sides[1], list_units(&destroyed));
            told.push((many[0].0.entry, sentence(&text)));
        }
    }
    told.extend(tell_hits(beats, first, &hurt, !told.is_empty()));
    told.sort_by_key(|(entry, _)| *entry);
    told
}

/// The hits of a bombardment that destroyed nobody.
fn tell_hits(beats: &[Beat], first: &Volley, hurt: &Losses, is_rest: bool) -> Option<(EntryNo, String)> {
    // A unit that was hit several times is worn by all of it.
    let mut units: Vec<(UnitLoss, u32)> = Vec::new();
    for (_, loss) in hurt {
        match units.iter_mut().find(|(unit, _)| unit.unit == loss.unit) {
            Some((unit, lost)) => (unit.to, *lost) = (loss.to, *lost + loss.points()),
            None => units.push(((*loss).clone(), loss.points())),
        }
    }
    let total: u32 = units.iter().map(|(_, lost)| lost).sum();
    let [side, enemy] = &first.sides;
    let volleys = count(beats.len());
    let text = match (&units[..], &hurt[..]) {
        ([], _) => return None,
        ([(unit, lost)], [(beat, _)]) => {
            let hit = format!("cost {} {}{}", unit.article(), points(*lost), unit.remainder());
            match (is_rest, volleys) {
                (true, _) => format!("{} also {hit}", by(beat)),
                (false, 1) => format!("{} {hit}", by(beat)),
                (false, 2) => format!("one of two volleys told: {} {hit}", by(beat)),
                (false, _) => format!(
                    "of {} volleys of {side}, only that of {} told: it {hit}",
                    number_in_words(volleys),
                    by(beat)
                ),
            }
        }
        ([(unit, lost)], _) => {
            let other = if is_rest { " other" } else { "" };
            format!("every{other} hit fell on {}, which lost {}{}", unit.article(), points(*lost), unit.remainder())
        }
        (units, _) => {
            let worst = units.iter().max_by_key(|(unit, lost)| (*lost, unit.full - unit.to));
            let worst = worst.filter(|(_, lost)| *lost > 1);
            let names: Vec<String> = units.iter().map(|(unit, _)| unit.name.clone()).collect();
            match worst {
                Some((unit, lost)) if is_rest => format!(
                    "the rest of the fire cost {} {} and others {}",
                    unit.article(),
                    points(*lost),
                    number_in_words(total - lost)
                ),
                Some((unit, _)) => format!(
                    "the fire of {side} cost {enemy} {}; {} suffered most and kept {} of {}",
                    points(total),
                    unit.article(),
                    unit.to,
                    unit.full
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
    Some((hurt.last()?.0.entry, sentence(&text)))
}

fn tell_fight(beats: &[Beat], first: &Phase) -> Vec<(EntryNo, String)> {
    let phases: Vec<&Phase> = beats
        .iter()
        .filter_map(|beat| if let BeatKind::Phase(phase) = &beat.kind { Some(phase) } else { None })
        .collect();
    let (begins, ends) = (beats[0].entry, beats[beats.len() - 1].entry);
    let mut told: Vec<(EntryNo, String)> = Vec::new();
    if let Some([attacker, attacked]) = &first.opens {
        let units = |n: u32| count_in_words(n, "unit", "units");
        let text = match first.units {
            [1, 1] => format!("{attacker} attacked {attacked}"),
            [one, other] if one == other => {
                format!("{attacker} met {attacked} on even terms, {} each", units(one))
            }
            [one, other] if one >= 2 * other => {
                format!(
                    "{attacker} came on in strength against {attacked}, {} to {}",
                    units(one),
                    number_in_words(other)
                )
            }
            [one, other] => {
                format!("{attacker} attacked {attacked}, {} against {}", units(one), number_in_words(other))
            }
        };
        told.push((begins, sentence(&text)));
    }
    told.push((begins, sentence(&course(&phases, first))));
    let [leaders, destroyed, hurt] = losses(beats);
    told.extend(leaders.iter().map(|(_, loss)| (ends, sentence(&format!("{} fell in the fight", loss.article())))));
    let counted: Vec<(u8, UnitId)> = phases
        .iter()
        .filter_map(|phase| phase.by_count.as_ref())
        .flat_map(|(nth, units)| units.iter().map(|unit| (*nth, *unit)))
        .collect();
    let nth = |loss: &UnitLoss| counted.iter().find(|(_, unit)| *unit == loss.unit).map(|(nth, _)| *nth);
    let (by_count, by_defeat): (Vec<_>, Vec<_>) = destroyed.iter().partition(|(_, loss)| nth(loss).is_some());
    if let Some(number) = by_count.first().and_then(|(_, loss)| nth(loss)) {
        let number = ordinal(number.into());
        let text = match by_count.len() {
            1 => format!("the {number} defeat destroyed {}", list_units(&by_count)),
            _ => format!("every {number} defeat cost a unit: {}", list_units(&by_count)),
        };
        told.push((ends, sentence(&text)));
    }
    if !by_defeat.is_empty() {
        told.push((ends, sentence(&format!("defeat destroyed {}", list_units(&by_defeat)))));
    }
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

/// What became of the survivors: who was shaken, and on a side that came off whole, that nobody was.
fn shaken_text(shaken: &[Vec<String>; 2], first: &Phase) -> Option<String> {
    let many = |side: usize| match count(shaken[side].len()) {
        _ if shaken[side].len() < 3 => names::list(&shaken[side]),
        n if n >= first.units[side] => format!("every unit of {}", first.sides[side]),
        n => format!("{} units of {}", number_in_words(n), first.sides[side]),
    };
    Some(match [shaken[0].len(), shaken[1].len()] {
        [0, 0] => return None,
        [0, 1] | [1, 0] => {
            let side = usize::from(shaken[0].is_empty());
            format!("{} alone came out of it shaken", many(side))
        }
        [0, _] => format!("{} came out of it shaken, and nobody of {}", many(1), first.sides[0]),
        [_, 0] => format!("{} came out of it shaken, and nobody of {}", many(0), first.sides[1]),
        [_, _] => format!("both lines were shaken: {}; {}", many(0), many(1)),
    })
}

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
    let (side, other) = (&first.sides[won], &first.sides[1 - won]);
    let score = format!("{} to {}", count_in_words(all[1 - won].into(), "defeat", "defeats"), defeats(all[won]));
    let (few, more) = (first.units[won].max(1), first.units[1 - won]);
    let outnumbered = first.opens.is_some() && more >= 2 * few;
    let lost_one = phases.iter().position(|phase| winner(phase.defeats) == Some(1 - won));
    match lost_one {
        Some(0) => format!("{other} began well, but {side} had the better of the whole, {score}"),
        Some(_) => format!("{side} won, {score}, though {other} took a phase back"),
        None if outnumbered => {
            format!("outnumbered {} to one, {side} held and won by {score}", number_in_words(more / few))
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
            BeatKind::Volley(_) | BeatKind::Phase(_) => continue,
        };
        let [leaders, destroyed, hurt] = losses(std::slice::from_ref(beat));
        let Blow { by, at, edge } = blow;
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
                loss.full
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
