//! The suggestions for an order line, best first, and its preview.

use super::preview::{Preview, preview};
use wardiary_base::{id::BattleId, text};
use wardiary_diary::{
    assets::{self, Folders},
    diary::Diary,
};
use wardiary_rules::{
    notation::{self, AliasedLine, Aliases, Completion, Instruction, LineCommand, NotationError, OpenArgument},
    order::{Order, Verb, Volley},
    rules::{self, Refusal, Step},
    state::State,
};

pub struct LineAnalysis {
    pub suggestions: Vec<Completion>,
    pub marked: Option<usize>,
    pub preview: Preview,
    /// The preview with the marked suggestion, if that makes a valid order.
    pub completed: Option<Preview>,
}

impl LineAnalysis {
    /// The preview of the line as meant: with the marked suggestion, if that completes the order.
    pub(crate) fn effective_preview(&self) -> &Preview {
        self.completed.as_ref().unwrap_or(&self.preview)
    }

    /// Marks a suggestion. A line about an old entry only takes the word; a new order may be completed by it.
    pub fn mark(&mut self, at: Option<usize>, (line, shown): (&str, Option<BattleId>), diary: &Diary) {
        let whole = at.and_then(|at| self.suggestions.get(at)).filter(|s| !s.text.is_empty());
        let whole = whole.and_then(|s| Some(format!("{}{}", line.get(..s.at.start)?, s.text)));
        let taken = whole.map(|whole| preview(&whole, shown, diary.state(), diary));
        let is_small = |order: &Order| count_units(diary.state(), order) <= MAX_UNITS_TAKEN;
        self.completed = taken.filter(|taken| taken.order().is_some_and(is_small));
        self.marked = at;
    }

    /// Suggests the likeliest end of the line first, and marks it.
    pub(super) fn with_first(
        mut self,
        likeliest: &str,
        (line, shown): (&str, Option<BattleId>),
        diary: &Diary,
    ) -> Self {
        let whole = format!("{line}{likeliest}");
        let is_refused = || matches!(preview(&whole, shown, diary.state(), diary), Preview::Refused { .. });
        if likeliest.is_empty() || !line.ends_with(' ') || is_refused() {
            return self;
        }
        let same = |suggestion: &Completion| suggestion.text.trim() == likeliest;
        let description = self.suggestions.iter().find(|s| same(s)).map_or_else(String::new, |s| s.description.clone());
        self.suggestions.retain(|suggestion| !same(suggestion));
        let first = Completion { at: line.len()..line.len(), text: likeliest.into(), description };
        self.suggestions.insert(0, first);
        self.mark(Some(0), (line, shown), diary);
        self
    }

    /// Analyses a line at the diary's head.
    pub fn analyse(
        line: &str,
        shown: Option<BattleId>,
        diary: &Diary,
        (folders, aliases): (&Folders, &Aliases),
    ) -> Self {
        match aliases.expand(line) {
            Some(aliased) => Self::analyse_alias(&aliased, (line, shown), diary, folders),
            None => Self::analyse_order(line, shown, diary, folders).with_aliases(line, aliases),
        }
    }

    /// Analyses a line that starts with an alias: the preview of its order, and suggestions for its open place.
    fn analyse_alias(
        aliased: &AliasedLine,
        (line, shown): (&str, Option<BattleId>),
        diary: &Diary,
        folders: &Folders,
    ) -> Self {
        let (name, order) = (aliased.name, aliased.order);
        let suggestions =
            aliased.open_argument.as_ref().map_or_else(Vec::new, |open| alias_suggestions(open, (line, shown), diary));
        let preview = match &aliased.expansion {
            Err(error) => {
                let what = if suggestions.is_empty() { error.reason.clone() } else { String::new() };
                let hint = error.hint.clone().or_else(|| Some(format!("{name} stands for {order}")));
                Preview::Unfinished { what, hint, column: line.chars().count() }
            }
            Ok(whole) => match Self::analyse_order(whole, shown, diary, folders).preview {
                Preview::Unfinished { what, hint, .. } => {
                    let what = if what.is_empty() { "the order is incomplete".into() } else { what };
                    let what = format!("{name} stands for {whole}: {what}");
                    Preview::Unfinished { what, hint, column: line.chars().count() }
                }
                preview => preview,
            },
        };
        let unfinished = matches!(preview, Preview::Unfinished { .. });
        let offered = suggestions.first().is_some_and(|s| !s.text.is_empty());
        let marked = (offered && unfinished && (line.ends_with(' ') || suggestions.len() == 1)).then_some(0);
        Self { suggestions, marked, preview, completed: None }
    }

    /// Adds the aliases that start with the line's first word.
    fn with_aliases(mut self, line: &str, aliases: &Aliases) -> Self {
        let typed = line.trim_start();
        if typed.contains(char::is_whitespace) {
            return self.with_alias_hint(line, aliases);
        }
        let begun = aliases.iter().filter(|(name, _)| name.to_lowercase().starts_with(&typed.to_lowercase()));
        let at = line.len() - typed.len()..line.len();
        let named: Vec<Completion> = begun
            .map(|(name, order)| Completion { at: at.clone(), text: name.to_string(), description: order.to_string() })
            .collect();
        if named.is_empty() {
            return self.with_alias_hint(line, aliases);
        }
        // A partial match is more specific than the list of all orders.
        let place = if typed.is_empty() { self.suggestions.len() } else { 0 };
        self.suggestions.splice(place..place, named);
        if let Preview::Unfinished { what, hint, .. } = &mut self.preview {
            (*what, *hint) = (String::new(), None);
            self.marked = (self.suggestions.len() == 1).then_some(0);
            self.completed = None;
        }
        self
    }

    /// Suggests a similar alias if the first word is neither an alias nor an order.
    fn with_alias_hint(mut self, line: &str, aliases: &Aliases) -> Self {
        if let Preview::Unfinished { what, hint, column } = &mut self.preview
            && !what.is_empty()
        {
            let at = line.char_indices().nth(*column).map_or(line.len(), |(at, _)| at);
            let end = line[at..].find(char::is_whitespace).map_or(line.len(), |end| at + end);
            let error = NotationError { at: at..end, reason: std::mem::take(what), hint: hint.take() };
            let text = aliases.explain_error(error, line);
            (*what, *hint) = (text.reason, text.hint);
        }
        self
    }

    fn analyse_order(line: &str, shown: Option<BattleId>, diary: &Diary, folders: &Folders) -> Self {
        match assets::with_file(line, diary.state(), Some(folders)) {
            Ok(None) => Self::analyse_text(line, shown, diary).with_maps(line, diary, folders),
            Ok(Some(laid_out)) => Self::analyse_text(&laid_out, shown, diary).with_original_columns(line, &laid_out),
            Err(failure) => {
                let column = line.chars().count();
                let preview = Preview::Unfinished { what: failure.what, hint: failure.hint, column };
                Self { preview, ..Self::analyse_text(line, shown, diary) }.with_maps(line, diary, folders)
            }
        }
    }

    /// Translates the columns of an analysis whose map name was expanded to its ground.
    fn with_original_columns(self, line: &str, laid_out: &str) -> Self {
        let place = |at: usize| line.len().checked_sub(laid_out.len() - at);
        let placed = |s: Completion| Some(Completion { at: place(s.at.start)?..place(s.at.end)?, ..s });
        // A name that ends the line without a quote or space is incomplete, so nothing can follow.
        let goes_on = line.ends_with(['"', ' ']);
        let suggestions = self.suggestions.into_iter().filter(|_| goes_on).filter_map(placed).collect();
        let preview = match self.preview {
            Preview::Ready { instruction, needs, outstanding: left, .. } => {
                Preview::Ready { instruction, text: line.trim().into(), needs, outstanding: left }
            }
            Preview::Unfinished { what, hint, column } => {
                let from_end = laid_out.chars().count().saturating_sub(column);
                Preview::Unfinished { what, hint, column: line.chars().count().saturating_sub(from_end) }
            }
            preview => preview,
        };
        Self { suggestions, preview, marked: self.marked.filter(|_| goes_on), completed: None }
    }

    /// Adds the maps that start with the line's last word, if the order lays out a map.
    fn with_maps(mut self, line: &str, diary: &Diary, folders: &Folders) -> Self {
        let begins = notation::amend_start(line, diary.state()).map_or(0, |(_, at)| at);
        let typed = line[begins..].trim_start().split_once(char::is_whitespace);
        let Some((_, name)) = typed.filter(|(verb, _)| verb.eq_ignore_ascii_case(Verb::Map.as_str())) else {
            return self;
        };
        let name = name.trim_start();
        let at = line.len() - name.len()..line.len();
        let all = assets::map_names(Some(folders)).into_iter();
        // An error in the map with exactly that name is shown.
        let typed = name.trim_matches('"').to_lowercase();
        let begun = all.filter(|map| map.to_lowercase().starts_with(&typed) && map.to_lowercase() != *typed);
        let written = |map: wardiary_base::text::Text| notation::quote_if_needed(&map);
        let suggestion = |map| Completion { at: at.clone(), text: written(map), description: "a map".into() };
        let maps: Vec<Completion> = begun.map(suggestion).collect();
        if let (false, Preview::Unfinished { what, hint, .. }) = (maps.is_empty(), &mut self.preview) {
            (*what, *hint) = (String::new(), None);
            self.marked = (name.is_empty() || maps.len() == 1).then_some(0);
            self.suggestions.splice(0..0, maps);
            self.completed = None;
        }
        self
    }

    fn analyse_text(whole: &str, shown: Option<BattleId>, diary: &Diary) -> Self {
        // The replacement order of an entry is parsed in the state before that entry.
        let amended = notation::amend_start(whole, diary.state())
            .and_then(|(entry, at)| Some((at, diary.state_at(diary.entry(entry)?.parent())?)));
        let (begins, state) = amended.as_ref().map_or((0, diary.state()), |(at, state)| (*at, state));
        let line = &whole[begins..];
        // A replacement order names its battle itself.
        let shown = shown.filter(|_| begins == 0);
        let mut suggestions = notation::completions_in(shown, line, state);
        if begins > 0 {
            // An entry can only hold an order.
            let is_order = |word: &str| LineCommand::find(word).is_none_or(LineCommand::may_be_order);
            suggestions.retain(|s| s.at.start > 0 || is_order(&s.text));
        }
        if diary.share().is_some() {
            // The referee's orders are not suggested to a player.
            let is_offered = |word: &str| {
                let verbs = Verb::ALL.iter().filter(|verb| verb.as_str().split(' ').next() == Some(word));
                LineCommand::find(word).is_some_and(LineCommand::is_for_players)
                    || verbs.copied().any(Verb::is_player_verb)
            };
            suggestions.retain(|s| s.at.start > 0 || is_offered(&s.text));
        }
        let mut preview = match preview(line, shown, state, diary) {
            Preview::Ready { .. } | Preview::Nothing if begins > 0 => preview(whole, shown, diary.state(), diary),
            Preview::Unfinished { what, hint, column } => {
                Preview::Unfinished { what, hint, column: column + whole[..begins].chars().count() }
            }
            preview => preview,
        };
        suggestions.extend(range_suggestions(line, shown, state));
        let (suggestions, refused) = rank_suggestions(suggestions, (line, shown), state);
        let placed = |s: Completion| Completion { at: s.at.start + begins..s.at.end + begins, ..s };
        let suggestions: Vec<Completion> = suggestions.into_iter().map(placed).collect();
        let goes_on = suggestions.iter().any(|s| !s.text.is_empty());
        if let Preview::Unfinished { what, hint, column } = &mut preview {
            let is_at_end = *column >= whole.trim_end().chars().count();
            match refused {
                // The suggestions show how to continue, so an incomplete order, or an unknown word that is still being
                // typed, needs no error.
                _ if is_at_end && goes_on => what.clear(),
                _ if suggestions.iter().any(|s| completes_word(s, whole, *column)) => {
                    (*what, *hint) = (String::new(), None);
                }
                // The rules refuse the order whatever name follows; that says more than that a name is missing.
                Some(refusal) if is_at_end => preview = Preview::refused(&refusal, state),
                _ => {}
            }
        }
        // While the order is incomplete and the next word is open, Enter takes the first suggestion.
        let offered = suggestions.first().is_some_and(|s| !s.text.is_empty());
        let next_word = whole.ends_with(char::is_whitespace) && !whole.trim().is_empty();
        let unfinished = matches!(preview, Preview::Unfinished { .. });
        let marked = (offered && unfinished && (next_word || suggestions.len() == 1)).then_some(0);
        let mut outlook = Self { suggestions, marked: None, preview, completed: None };
        outlook.mark(marked, (whole, shown), diary);
        outlook
    }
}

/// Whether a suggestion completes the word at the end of a line, from a column on.
fn completes_word(suggestion: &Completion, line: &str, column: usize) -> bool {
    let Some(begun) = line.get(suggestion.at.start..).filter(|begun| !begun.is_empty()) else { return false };
    let bare = |word: &str| word.trim_start_matches('"').to_lowercase();
    line[..suggestion.at.start].chars().count() == column && bare(&suggestion.text).starts_with(&bare(begun))
}

/// Suggestions for the open place of an alias: the continuations of its order there.
fn alias_suggestions(open: &OpenArgument, (line, shown): (&str, Option<BattleId>), diary: &Diary) -> Vec<Completion> {
    let typed = &line[open.at.clone()];
    let free = || {
        let about = format!("the text for place {}", open.number);
        vec![Completion { at: open.at.clone(), text: String::new(), description: about }]
    };
    let Some(before) = &open.order_before else { return free() };
    let typed = typed.strip_prefix('(').unwrap_or(typed);
    let outlook = LineAnalysis::analyse_text(&format!("{before}{typed}"), shown, diary);
    let fills = |suggestion: &Completion| suggestion.at.start == before.len() && suggestion.text != "+";
    let placed = |s: Completion| Completion { at: open.at.clone(), text: notation::as_argument(&s.text), ..s };
    let found: Vec<Completion> = outlook.suggestions.into_iter().filter(fills).map(placed).collect();
    if found.is_empty() && typed.is_empty() { free() } else { found }
}

/// The maximum number of suggestions, out of this many candidates. Each candidate costs a dry run of its order. In a
/// large campaign, typing the start of a name finds the rest.
const MAX_OFFERED: usize = 200;
const MAX_TRIED: usize = 1000;

/// The maximum number of units in an order that Enter completes and gives in one step. The odds of larger orders take
/// too long to preview, so the suggestion is inserted first.
const MAX_UNITS_TAKEN: usize = 400;

/// The total number of units in all dry runs. With thousands of units a side, a few candidates are tried and the others
/// are suggested unchecked.
const MAX_UNITS_TRIED: usize = 40_000;

/// Ranks suggestions: first those that make a valid order, then those that continue, and last those that only say what
/// is missing. Those that the rules refuse are left out; of them the most frequent refusal of an enemy is
/// returned.
fn rank_suggestions(
    suggestions: Vec<Completion>,
    (line, shown): (&str, Option<BattleId>),
    state: &State,
) -> (Vec<Completion>, Option<Refusal>) {
    let (mut refused, mut ranked) = (Vec::new(), Vec::new());
    let all = suggestions.len();
    let mut room = MAX_UNITS_TRIED;
    for (tried, suggestion) in suggestions.into_iter().enumerate() {
        if tried == MAX_TRIED || ranked.len() == MAX_OFFERED {
            let about = format!("{} more: type the beginning of the name", all - tried);
            let more = Completion { at: line.len()..line.len(), text: String::new(), description: about };
            ranked.push((Rank::Placeholder, more));
            break;
        }
        match Rank::of((line, shown), &suggestion, state, &mut room) {
            Err(refusal) => refused.push(refusal),
            Ok(rank) => ranked.push((rank, suggestion)),
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    let likeliness = |refusal: &&Refusal| {
        let is_own = matches!(refusal, Refusal::OwnSide { .. });
        (!is_own, refused.iter().filter(|other| other == refusal).count())
    };
    let refusal = refused.iter().rev().max_by_key(likeliness).cloned();
    (ranked.into_iter().map(|(_, suggestion)| suggestion).collect(), refusal)
}

/// The ranges of a volley without a map that the line leaves open, each with its dice.
fn range_suggestions(line: &str, shown: Option<BattleId>, state: &State) -> Vec<Completion> {
    let Ok(Instruction::Order(Order::Volley(volley))) = notation::parse_without_hints(shown, line, state) else {
        return Vec::new();
    };
    let order = Order::Volley(volley.clone());
    if !line.ends_with(' ') || !rules::resolve(state, &order, &[]).is_err_and(|refusal| refusal.is_incomplete()) {
        return Vec::new();
    }
    let dice = |range: u8| {
        let order = Order::Volley(Volley { range: Some(range), ..volley.clone() });
        let Ok(Step::NeedDice(request)) = rules::resolve(state, &order, &[]) else { return None };
        let description = text::count(request.dice.len(), "die", "dice");
        Some(Completion { at: line.len()..line.len(), text: format!("range {range}"), description })
    };
    (1..=u8::MAX).map_while(dice).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Completes,
    Continues,
    AddsUnit,
    Placeholder,
}

impl Rank {
    /// `room` is the number of units that the remaining dry runs may have.
    fn of(
        (line, shown): (&str, Option<BattleId>),
        suggestion: &Completion,
        state: &State,
        room: &mut usize,
    ) -> Result<Self, Refusal> {
        if suggestion.text.is_empty() {
            return Ok(Self::Placeholder);
        }
        // Naming one more unit ranks after the continuations of those that are named.
        let goes_on = if suggestion.text == "+" { Self::AddsUnit } else { Self::Continues };
        if *room == 0 {
            return Ok(goes_on);
        }
        let whole = format!("{}{}", line.get(..suggestion.at.start).unwrap_or_default(), suggestion.text);
        match notation::parse_without_hints(shown, &whole, state) {
            Ok(Instruction::Order(order)) => {
                *room = room.saturating_sub(count_units(state, &order));
                match rules::resolve(state, &order, &[]) {
                    Ok(_) => Ok(Self::Completes),
                    Err(refusal) if refusal.is_incomplete() => Ok(goes_on),
                    Err(refusal) => Err(refusal),
                }
            }
            _ => Ok(goes_on),
        }
    }
}

/// The number of units in an order; in a combat, those on both sides.
fn count_units(state: &State, order: &Order) -> usize {
    match order {
        Order::Scrud { first, second, .. } => {
            first.who.iter().chain(&second.who).map(|id| state.units_for_id(*id).len()).sum()
        }
        _ => 1,
    }
}
