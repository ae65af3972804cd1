//! Walks the diary and composes the story and its tables.

use super::{
    Report, ReportRow, ReportSource, RollLikelihood,
    angles::angles,
    chapter::{campaign_ending, closing, lead, orders_of_battle, victory_in_brief},
    episode::{Beat, BeatKind, BeatLuck},
    names::{self, count_in_words, number_in_words, with_article},
    narration::{ChapterMemory, NarrationContext, narrate},
    narrator::{Narrator, is_notable_roll, luck_sentence},
    reading_guide::{RulesFrom, reading_guide},
    replay::ReplayRecorder,
    story::{Chapter, ChapterMap, Die, Remark, Story, StoryGrade, StrengthHistory, SwingSection},
    swing,
};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, MapId, SideId},
    sides::CombatSide,
    text::{self, Text},
};
use wardiary_diary::diary::{Account, Diary, Entry, EntryNo, steps::DiaryStep};
use wardiary_rules::{
    event::{Event, MapEvent},
    order::Verb,
    rules::OrderRoll,
    state::State,
};

struct ChapterDraft {
    battle: Option<BattleId>,
    narrator: Narrator,
    memory: ChapterMemory,
    has_clock: bool,
    /// The state before the chapter's first entry, or right after its battle began.
    before: Arc<State>,
    after: Arc<State>,
    /// The turn of the chapter's last reported entry, and whether its battle continues in entries that are not reported.
    last: (Option<u32>, bool),
    strength_history: Option<StrengthHistory>,
    /// The sides exhausted so far, each with the turn.
    exhausted: Vec<(SideId, u32)>,
    /// The rolls that one in fifty makes, each in words.
    notable_rolls: Vec<(EntryNo, String)>,
}

/// An objective that changed hands.
struct Taken {
    entry: EntryNo,
    map: MapId,
    place: String,
    to: Option<SideId>,
}

/// The first and the last reported entry, each with its time, and the number of reported entries.
struct ReportSpan {
    first: (EntryNo, Timestamp),
    last: (EntryNo, Timestamp),
    count: usize,
}

pub(super) fn compose(diary: &Diary, material: &mut dyn ReportSource, wanted: &dyn Fn(&Account) -> bool) -> Report {
    let mut drafts: Vec<ChapterDraft> = Vec::new();
    let mut verbs: Vec<Verb> = Vec::new();
    let mut span: Option<ReportSpan> = None;
    let mut start = None;
    let mut recorder: Option<ReplayRecorder> = None;
    let mut end = None;
    let mut writing = 0;
    let mut taken: Vec<Taken> = Vec::new();
    // Battles of which some entries are not reported.
    let mut partial: BTreeSet<BattleId> = BTreeSet::new();
    let mut books: Vec<RulesFrom> = Vec::new();
    let has_clock = diary.state().time().is_some();
    let mut side_lines = if material.includes_variations() { side_lines(diary) } else { BTreeMap::new() };
    for step in diary.steps(diary.path().iter().copied()) {
        let account = material.account(&step);
        if !wanted(&account) {
            partial.extend(account.battle);
            let of_battle = |draft: &&mut ChapterDraft| draft.battle.is_some() && draft.battle == account.battle;
            drafts.iter_mut().filter(of_battle).for_each(|draft| draft.last.1 = true);
            continue;
        }
        if start.is_none() {
            start = Some(Arc::clone(&step.before));
            let title = &diary.header().title;
            recorder =
                material.includes_replay().then(|| ReplayRecorder::new(title, step.entry.parent(), &step.before));
        }
        if books.is_empty() {
            books.push(RulesFrom { from: String::new(), book: Arc::clone(step.before.book()) });
        }
        // Most entries share one rulebook, so compare only if the pointer differs.
        let now = step.after.book();
        if books.last().is_some_and(|last| !Arc::ptr_eq(&last.book, now) && last.book != *now) {
            let entry = format!("entry {}", account.no);
            let from = account.turn.map_or_else(|| entry.clone(), |turn| format!("turn {turn} ({entry})"));
            books.push(RulesFrom { from, book: Arc::clone(now) });
        }
        if let Some(recorder) = &mut recorder {
            recorder.step(&account, &step);
        }
        end = Some(Arc::clone(&step.after));
        taken.extend(step.entry.events.iter().filter_map(|event| match event {
            Event::Map(MapEvent::ChangedHands { map, at, to, .. }) => {
                let place = names::area(&step.after.map(*map)?.ground, *at);
                Some(Taken { entry: account.no, map: *map, place, to: *to })
            }
            _ => None,
        }));
        if !verbs.contains(&account.verb) {
            verbs.push(account.verb);
        }
        if material.includes_chapters() {
            let rolled = step.rolled();
            let weighed = rolled.as_ref().and_then(|rolled| material.weigh(&step, rolled));
            let at = draft_index(&mut drafts, &account, &step);
            // A day goes on through a battle.
            let before = std::mem::replace(&mut writing, at);
            let marches = std::mem::take(&mut drafts[before].memory.marches);
            drafts[at].memory.marches = marches;
            drafts[at].has_clock = has_clock;
            let teller = material.teller();
            drafts[at].write(&step, (diary.state(), teller), (&account, rolled.as_ref(), weighed.as_ref()));
            if let Some(remark) = material.remark(&account) {
                drafts[at].narrator.push_remark(account.no, remark);
            }
            for line in side_lines.remove(&account.no).unwrap_or_default() {
                if let Some(told) = variation(diary, account.no, line, material) {
                    drafts[at].narrator.push_remark(account.no, told);
                }
            }
        }
        let here = (account.no, account.at);
        let (first, count) = span.as_ref().map_or((here, 0), |span| (span.first, span.count));
        span = Some(ReportSpan { first, last: here, count: count + 1 });
    }
    let start = start.unwrap_or_else(|| Arc::new(diary.state().clone()));
    let end = end.unwrap_or_else(|| Arc::new(diary.state().clone()));
    let last = drafts.len();
    let kinds: Vec<bool> = drafts.iter().map(|draft| draft.battle.is_some()).collect();
    let is_campaign = kinds.iter().filter(|is| **is).count() > 1;
    let title_of = |at: usize| match (kinds[..at].contains(&true), kinds[at..last].contains(&true)) {
        (false, true) if is_campaign => "Before the first battle",
        (false, true) => "Before the battle",
        (true, true) => "Between the battles",
        (true, false) => "Afterwards",
        (false, false) => "The diary",
    };
    let titles: Vec<&str> = (0..last).map(title_of).collect();
    let mut chapters: Vec<Chapter> = Vec::new();
    for (draft, title) in drafts.into_iter().zip(titles) {
        let before = Arc::clone(&draft.before);
        let map = draft.battle.and_then(|battle| before.battle(battle)).and_then(|battle| battle.map);
        let text = map.and_then(|map| material.text_map(&before, map));
        let ground = draft.battle.map(|_| ChapterMap { before, text });
        chapters.push(Chapter { map: ground, ..draft.finish(title, &taken, material.teller()) });
    }
    let swings = material.includes_swing();
    for chapter in chapters.iter_mut().filter(|_| swings) {
        let rolls_and_teller = (&chapter.notable_rolls[..], material.teller());
        let history = chapter.battle.zip(chapter.strength_history.as_ref());
        chapter.swing = history.and_then(|(battle, history)| swing::section(diary, battle, history, rolls_and_teller));
        chapter.lead.extend(chapter.swing.iter().flat_map(SwingSection::lead));
    }
    for chapter in chapters.iter_mut().filter(|chapter| chapter.battle.is_some_and(|battle| !partial.contains(&battle)))
    {
        chapter.lead.extend(chapter.angles.iter().map(|angle| angle.text(&end)));
    }
    let replay = recorder.map(ReplayRecorder::finish);
    let story = Story {
        appendices: material.appendices(),
        ..assemble(diary, (&start, &end), span.as_ref(), chapters, (&books, &verbs))
    };
    Report { title: diary.header().title.clone(), story, replay, start, end }
}

/// The lines that leave the path, each by the entry of the path that stands in its place.
fn side_lines(diary: &Diary) -> BTreeMap<EntryNo, Vec<Vec<EntryNo>>> {
    let path = diary.path();
    let mut lines: BTreeMap<EntryNo, Vec<Vec<EntryNo>>> = BTreeMap::new();
    for branch in diary.branches() {
        let up = std::iter::successors(diary.entry(branch.last), |entry| diary.entry(entry.parent()));
        let mut line: Vec<&Entry> = up.take_while(|entry| path.binary_search(&entry.no).is_err()).collect();
        line.reverse();
        let Some(fork) = line.first().map(|entry| entry.parent()) else { continue };
        let instead = path.get(path.partition_point(|no| *no <= fork)).copied().unwrap_or(fork);
        lines.entry(instead).or_default().push(line.iter().map(|entry| entry.no).collect());
    }
    lines
}

/// A side line with remarks as a variation, as games of chess are annotated: `9 Turn 1 ended {!? too early}; 10 …`
fn variation(diary: &Diary, instead: EntryNo, line: Vec<EntryNo>, material: &mut dyn ReportSource) -> Option<Remark> {
    let (mut parts, mut files, mut is_remarked) = (Vec::new(), Vec::new(), false);
    for step in diary.steps(line) {
        let account = material.account(&step);
        let remark = material.remark(&account);
        is_remarked |= remark.is_some();
        let text = remark.as_ref().map_or_else(String::new, |remark| format!(" {{{}}}", remark.line()));
        parts.push(format!("{} {}{text}", account.no, account.headline));
        files.extend(remark.into_iter().flat_map(|remark| remark.files));
    }
    let mark = ("variation".into(), format!("instead of entry {instead}"));
    is_remarked.then(|| Remark { mark, text: parts.join("; ").into(), files })
}

/// Adds the frame around the chapters.
fn assemble(
    diary: &Diary,
    (start, end): (&State, &State),
    span: Option<&ReportSpan>,
    chapters: Vec<Chapter>,
    (books, verbs): (&[RulesFrom], &[Verb]),
) -> Story {
    let book = end.book();
    let day = |at: Timestamp| at.to_string().chars().take(10).collect::<String>();
    let ladder = &book.ladder;
    let grades = (0u8..).zip(&ladder.grades).map(|(at, step)| StoryGrade {
        grade: wardiary_base::book::Grade(at),
        name: step.name.to_lowercase(),
        colour: if step.colour.is_empty() { step.name.clone() } else { step.colour.clone() },
    });
    let period = |from: Text, to: Text| match (from.is_empty(), to.is_empty()) {
        (false, false) if from != to => from.followed_by(" to ").followed_by(&to),
        _ => to,
    };
    // A bare turn number is no date: the story shows the turns.
    let day_of = |state: &State| {
        let date = state.date();
        let is_turn = date.to_string().split_once(' ').is_some_and(|(word, number)| {
            word.eq_ignore_ascii_case("turn") && number.bytes().all(|b| b.is_ascii_digit())
        });
        if is_turn { Text::default() } else { date.clone() }
    };
    let date = [
        period(day_of(start), day_of(end)),
        end.time().map_or_else(Text::default, |now| {
            period(start.book().clock.format_moment(start.calendar().now).into(), now.into())
        }),
    ];
    let date = date.into_iter().filter(|part| !part.is_empty());
    let date = date.reduce(|day, time| day.followed_by(", ").followed_by(&time)).unwrap_or_default();
    Story {
        title: diary.header().title.as_name(),
        date,
        rules: if book.title.is_empty() { &book.name } else { &book.title }.clone(),
        played: span.map(|span| (day(span.first.1), day(span.last.1))),
        filter: String::new(),
        lead: campaign_lead(end, &chapters),
        entries: span.map(|span| (span.first.0, span.last.0, span.count)),
        reading_guide: reading_guide(books, &chapters, verbs),
        grades: if book.uses_line_up() { grades.collect() } else { Vec::new() },
        chapters,
        placeholder: "The diary is still empty.".into(),
        appendices: Vec::new(),
    }
}

/// The battles of a campaign and its end. A single battle has its own lead.
fn campaign_lead(end: &State, chapters: &[Chapter]) -> Vec<String> {
    let battles: Vec<&Chapter> = chapters.iter().filter(|chapter| chapter.battle.is_some()).collect();
    if battles.len() < 2 {
        return Vec::new();
    }
    let name = |chapter: &&Chapter| match chapter.battle.and_then(|battle| end.battle(battle)?.decision.as_ref()) {
        Some(decision) => format!("{} ({})", chapter.title, victory_in_brief(end, decision, None)),
        None => chapter.title.clone(),
    };
    let sides: Vec<String> = end.sides().iter().map(|side| with_article(&side.name)).collect();
    let many = number_in_words(u32::try_from(battles.len()).unwrap_or(u32::MAX));
    let battles: Vec<String> = battles.iter().map(name).collect();
    let fought = format!("{} fought {many} battles: {}.", text::list(&sides), text::list(&battles));
    let ended = campaign_ending(end).into_iter().map(|line| text::capitalized(&line));
    std::iter::once(text::capitalized(&fought)).chain(ended).chain(campaign_cost(chapters)).collect()
}

/// The losses in the battles, and which was the costliest; `None` if the strength of a side is not known.
fn campaign_cost(chapters: &[Chapter]) -> Option<String> {
    let mut sides: Vec<(&str, u32)> = Vec::new();
    let mut costliest = ("", 0);
    for chapter in chapters.iter().filter(|chapter| chapter.battle.is_some()) {
        let mut all = 0;
        for side in &chapter.strength_history.as_ref()?.sides {
            let lost = side.initial.saturating_sub(side.remaining.last().copied().unwrap_or(side.initial));
            all += lost;
            match sides.iter_mut().find(|(name, _)| *name == side.name) {
                Some((_, sum)) => *sum += lost,
                None => sides.push((&side.name, lost)),
            }
        }
        if all > costliest.1 {
            costliest = (&chapter.title, all);
        }
    }
    let lost = |(at, (name, lost)): (usize, &(&str, u32))| {
        let (verb, points) = if at == 0 { (" lost", " Strength Points") } else { ("", "") };
        let lost = if *lost == 0 { "none".into() } else { lost.to_string() };
        format!("{}{verb} {lost}{points}", with_article(name))
    };
    let lost: Vec<String> = sides.iter().enumerate().map(lost).collect();
    (costliest.1 > 0)
        .then(|| format!("In the battles {}; the costliest was {}.", text::list(&lost), names::place(costliest.0)))
}

/// The chapter of an entry: that of its battle; without one, that of the battle under way, or the one between battles.
fn draft_index(drafts: &mut Vec<ChapterDraft>, account: &Account, step: &DiaryStep) -> usize {
    let found = if let Some(battle) = account.battle {
        drafts.iter().position(|draft| draft.battle == Some(battle))
    } else {
        let goes_on = |draft: &ChapterDraft| match draft.battle {
            Some(battle) => step.before.battle(battle).is_some_and(|battle| battle.ended.is_none()),
            None => true,
        };
        drafts.iter().rposition(goes_on).filter(|at| at + 1 == drafts.len())
    };
    found.unwrap_or_else(|| {
        let begins = account.battle.is_some_and(|battle| step.before.battle(battle).is_none());
        let before = Arc::clone(if begins { &step.after } else { &step.before });
        let strength_history = account
            .battle
            .and_then(|battle| before.battle(battle))
            .map(|b| StrengthHistory::new(&before, b, account.parent));
        drafts.push(ChapterDraft {
            battle: account.battle,
            narrator: Narrator::default(),
            memory: ChapterMemory::default(),
            has_clock: false,
            after: Arc::clone(&before),
            before,
            last: (None, false),
            strength_history,
            exhausted: Vec::new(),
            notable_rolls: Vec::new(),
        });
        drafts.len() - 1
    })
}

impl ChapterDraft {
    fn write(
        &mut self,
        step: &DiaryStep,
        (last, teller): (&State, Option<SideId>),
        (account, rolled, weighed): (&Account, Option<&OrderRoll>, Option<&RollLikelihood>),
    ) {
        let opening = step.state_with_introduced();
        let context = NarrationContext {
            step,
            before: &opening,
            after: &step.after,
            last,
            teller,
            order: &step.entry.order,
            events: &step.entry.events,
            account,
            rolled,
        };
        let mut text = narrate(&context, &mut self.memory);
        let luck = weighed.and_then(|weighed| beat_luck(weighed, text.beats.first()));
        let notable = weighed.and_then(|weighed| roll_luck(weighed, text.beats.first())).filter(|luck| luck.is_notable);
        self.notable_rolls.extend(notable.map(|luck| (account.no, lowercase_sentence(&luck.text))));
        match text.beats.last_mut() {
            Some(beat) => beat.luck = luck,
            None if text.clause.is_none() => text.sentences.extend(luck.map(|luck| luck.text)),
            None => {}
        }
        let turn = account.turn.filter(|_| step.after.book().uses(Mechanism::Turns));
        let clock = &step.before.book().clock;
        let between = self.has_clock && account.battle.is_none() && clock.is_on();
        let when = between.then(|| clock.format_moment(step.before.calendar().now));
        self.narrator.add_entry(account.no, (turn, when), text);
        self.after = Arc::clone(&step.after);
        self.exhausted.extend(step.entry.events.iter().filter_map(|event| match event {
            Event::Exhausted { side, .. } => Some((*side, account.turn?)),
            _ => None,
        }));
        self.last = (account.turn.or(self.last.0), false);
        let battle = self.battle.and_then(|battle| step.after.battle(battle));
        if let (Some(strength_history), Some(battle)) = (&mut self.strength_history, battle) {
            strength_history.add_entry(&step.after, battle, account.no);
        }
    }

    fn finish(self, title: &str, taken: &[Taken], teller: Option<SideId>) -> Chapter {
        let Self { battle: id, mut narrator, mut memory, before, after, last, strength_history, exhausted, .. } = self;
        let notable_rolls = self.notable_rolls;
        narrator.push_marches(memory.marches.table(&after));
        let is_worn = |state: &State| {
            state.units().iter().any(|unit| unit.edna().exact().is_some_and(|edna| edna.now != edna.full))
        };
        let edna = after.book().uses(Mechanism::Edna) && (is_worn(&before) || is_worn(&after));
        let at_first = id.and_then(|id| before.battle(id));
        let at_last = id.and_then(|id| after.battle(id));
        let (turns, beats) = narrator.finish();
        let entries =
            strength_history.as_ref().and_then(|history| Some((*history.entries.first()?, *history.entries.last()?)));
        let is_own = |taken: &&Taken| {
            entries.is_some_and(|(first, last)| (first..=last).contains(&taken.entry))
                && at_last.is_some_and(|battle| battle.map == Some(taken.map))
        };
        let taken: Vec<(&str, Option<SideId>)> =
            taken.iter().filter(is_own).map(|taken| (&*taken.place, taken.to)).collect();
        let angles = if at_last.is_some() { angles(&beats, &taken, &exhausted) } else { Vec::new() };
        Chapter {
            battle: id,
            title: at_last.map_or_else(|| title.to_string(), |battle| battle.name.to_string()),
            when: at_first.and_then(|_| before.time()).map(|time| text::capitalized(&time)),
            lead: at_first
                .zip(at_last)
                .map_or_else(Vec::new, |battle| lead((&before, &after, teller), battle, &exhausted, last)),
            opening_forces: orders_of_battle(&before, id, edna),
            map: None,
            turns,
            beats,
            angles,
            notable_rolls,
            continues: last.1 && at_last.is_some_and(|battle| battle.ended.is_none()),
            closing: at_last.map_or_else(Vec::new, |battle| closing(&before, &after, battle, last.1)),
            closing_forces: orders_of_battle(&after, id, edna),
            // No chart if the strength of a side is not known exactly.
            strength_history: strength_history
                .filter(|strength_history| strength_history.sides.iter().all(|side| side.is_known)),
            swing: None,
        }
    }
}

/// How unusual a roll was: of a volley that killed a general, how likely that was; else the rank of its result.
fn beat_luck(weighed: &RollLikelihood, beat: Option<&Beat>) -> Option<BeatLuck> {
    if let Some(general) = weighed.general.filter(|general| general.is_killed) {
        let dice = count_in_words(general.dice.into(), "die", "dice");
        let text = format!("The chance to kill him with {dice} was {:.0} in 100.", (100.0 * general.chance).max(1.0));
        return Some(BeatLuck { text, is_notable: true });
    }
    roll_luck(weighed, beat)
}

/// The rank of a roll's result, if it was unusual.
fn roll_luck(weighed: &RollLikelihood, beat: Option<&Beat>) -> Option<BeatLuck> {
    let actor = match beat.map(|beat| &beat.kind) {
        Some(BeatKind::Volley(volley)) => Some(&*volley.by),
        Some(BeatKind::Blow(blow)) if weighed.side.is_none() => Some(&*blow.by),
        _ => weighed.side.as_deref(),
    };
    let (text, rank) = (luck_sentence(actor, weighed.rank?)?, weighed.rank?);
    Some(BeatLuck { text, is_notable: is_notable_roll(rank) })
}

/// A sentence as a clause.
fn lowercase_sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

pub(super) fn row(account: Account, step: &DiaryStep, material: &mut dyn ReportSource) -> ReportRow {
    let rolled = step.rolled();
    let fallen = account.dice.iter().flatten();
    let mut dice: Vec<Die> = fallen
        .clone()
        .map(|die| Die { owner: die.whose.clone(), face: Some(die.face), by_hand: die.from_table, ..Die::default() })
        .collect();
    if let Some(fought) = rolled.as_ref().and_then(OrderRoll::phase) {
        // Scores are known only if exactly these dice were rolled, in this order.
        let counted: Vec<_> = CombatSide::BOTH.into_iter().flat_map(|side| fought.dice_with_owners(side)).collect();
        let owners = fallen.map(|die| Id(die.owner.0)).take(counted.len());
        if counted.iter().map(|(whose, _)| *whose).eq(owners) {
            let ladder = &step.before.book().ladder;
            for (die, (_, counted)) in dice.iter_mut().zip(&counted) {
                die.face = counted.face;
                die.score = Some(counted.score);
                die.grade = counted.grade().zip(counted.grade_name(ladder));
            }
        }
    }
    ReportRow {
        battle: account.battle.map(|battle| step.after.name(battle)),
        dice,
        weighed: rolled.and_then(|rolled| material.weigh(step, &rolled)),
        remark: material.remark(&account),
        account,
    }
}
