//! The order line: an order grows in it, by typing and by choosing alike, and shows what it would need and do before it
//! is given. Its odds are the business of [`super::chances`].

use crate::{
    book::TurnPhase,
    diary::Diary,
    dice::{Purpose, Request},
    id::Id,
    notation::{
        self, Instruction, Suggestion,
        refusal::{self, RefusalText},
    },
    order::Order,
    rules::{self, Refusal, Step},
    state::State,
    text,
};
use tui_input::{Input, InputRequest};

/// An order that is being composed.
pub struct Composer {
    input: Input,
    suggestions: Vec<Suggestion>,
    marked: Option<usize>,
    preview: Preview,
    /// What the line is for: an order, or words to look for.
    pub purpose: Line,
}

/// What the line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// An order.
    Order,
    /// Words to look for in the diary.
    Find,
}

/// What would come of the line as it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Preview {
    /// Nothing is typed yet.
    Nothing,
    /// It makes no sense yet: what should follow.
    Unfinished {
        /// What is wrong, or missing.
        what: String,
        /// What to do.
        hint: Option<String>,
        /// The column of the fault, in characters.
        column: usize,
    },
    /// It would be refused.
    Refused {
        /// Why.
        what: String,
        /// What to do.
        hint: Option<String>,
    },
    /// It can be given.
    Ready {
        /// What it is, whole.
        instruction: Box<Instruction>,
        /// Its canonical text.
        text: String,
        /// The dice it needs; empty where it needs none.
        needs: String,
    },
}

impl Composer {
    /// A line that begins with this text, where the diary stands.
    #[must_use]
    pub fn new(purpose: Line, text: String, diary: &Diary) -> Self {
        let mut composer =
            Self { input: Input::new(text), suggestions: Vec::new(), marked: None, preview: Preview::Nothing, purpose };
        composer.refresh(diary);
        composer
    }

    /// The text as it stands.
    #[must_use]
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// The cursor's place in it, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.input.cursor()
    }

    /// What could be typed next.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// Which suggestion is marked.
    #[must_use]
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// What would come of it.
    #[must_use]
    pub fn preview(&self) -> &Preview {
        &self.preview
    }

    /// Changes the text.
    pub fn edit(&mut self, request: InputRequest, diary: &Diary) {
        self.input.handle(request);
        self.refresh(diary);
    }

    /// Puts a pasted text in, its line ends as blanks.
    pub fn paste(&mut self, pasted: &str, diary: &Diary) {
        for c in pasted.chars().take(10_000).map(|c| if c.is_whitespace() { ' ' } else { c }) {
            self.input.handle(InputRequest::InsertChar(c));
        }
        self.refresh(diary);
    }

    /// Marks the next suggestion, or the one before.
    pub fn mark(&mut self, by: isize) {
        let many = self.suggestions.iter().filter(|s| !s.text.is_empty()).count();
        if many == 0 {
            return;
        }
        self.marked = Some(match self.marked {
            None if by < 0 => many - 1,
            None => 0,
            Some(at) => at.saturating_add_signed(by).min(many - 1),
        });
    }

    /// Takes the marked suggestion, or the first. False where there is none.
    pub fn complete(&mut self, diary: &Diary) -> bool {
        let taken = self.suggestions.get(self.marked.unwrap_or(0)).filter(|s| !s.text.is_empty()).cloned();
        let Some(taken) = taken else { return false };
        let text = format!("{}{} ", &self.text()[..taken.at.start], taken.text);
        self.input = Input::new(text);
        self.refresh(diary);
        true
    }

    /// Whether Enter takes the marked suggestion, rather than giving the order.
    #[must_use]
    pub fn enter_completes(&self) -> bool {
        self.marked.is_some()
    }

    fn refresh(&mut self, diary: &Diary) {
        if self.purpose == Line::Find {
            return;
        }
        let line = self.input.value();
        // The order that an entry is to have instead is meant in the state before that entry.
        let amended = notation::amended(line, diary.state())
            .and_then(|(entry, at)| Some((at, diary.at(diary.entry(entry)?.follows())?)));
        let (begins, state) = amended.as_ref().map_or((0, diary.state()), |(at, state)| (*at, state));
        let whole = line;
        let line = &line[begins..];
        self.suggestions = notation::suggestions(line, state);
        if begins > 0 {
            // Nothing but an order can stand in an entry.
            self.suggestions
                .retain(|s| s.at.start > 0 || !["undo", "redo", "goto", "what", "amend"].contains(&&*s.text));
        }
        self.preview = match preview(line, state) {
            Preview::Ready { .. } | Preview::Nothing if begins > 0 => preview(whole, diary.state()),
            Preview::Unfinished { what, hint, column } => {
                Preview::Unfinished { what, hint, column: column + whole[..begins].chars().count() }
            }
            preview => preview,
        };
        // First what would make an order that can be given, then what it could go on with; what only says what is
        // missing stands last, and what would be refused not at all.
        let ranked = self.suggestions.drain(..).map(|s| (Rank::of(line, &s, state), s));
        let (refused, mut ranked): (Vec<_>, Vec<_>) = ranked.partition(|(rank, _)| matches!(rank, Rank::Refused(_)));
        ranked.sort_by_key(|(rank, _)| rank.place());
        let placed = |s: Suggestion| Suggestion { at: s.at.start + begins..s.at.end + begins, ..s };
        self.suggestions = ranked.into_iter().map(|(_, s)| placed(s)).collect();
        let goes_on = self.suggestions.iter().any(|s| !s.text.is_empty());
        if let Preview::Unfinished { what, column, .. } = &mut self.preview
            && *column >= whole.trim_end().chars().count()
        {
            match refused.into_iter().next() {
                // That it is not finished needs no words where the list below says how it goes on.
                _ if goes_on => what.clear(),
                // Whoever were named, it would be refused: why is more than that somebody should be named.
                Some((Rank::Refused(refusal), _)) => {
                    self.preview = would_be_refused(&refusal, state);
                }
                _ => {}
            }
        }
        // While the order is unfinished and the next word is open, Enter should take what is offered.
        let offered = self.suggestions.first().is_some_and(|s| !s.text.is_empty());
        let next_word = whole.ends_with(char::is_whitespace) && !whole.trim().is_empty();
        let unfinished = matches!(self.preview, Preview::Unfinished { .. });
        self.marked = (offered && unfinished && (next_word || self.suggestions.len() == 1)).then_some(0);
    }
}

/// How good a suggestion is.
enum Rank {
    Completes,
    GoesOn,
    Joins,
    SaysWhat,
    Refused(Refusal),
}

impl Rank {
    fn place(&self) -> u8 {
        match self {
            Self::Completes => 0,
            Self::GoesOn => 1,
            Self::Joins => 2,
            Self::SaysWhat => 3,
            Self::Refused(_) => 4,
        }
    }

    fn of(line: &str, suggestion: &Suggestion, state: &State) -> Self {
        if suggestion.text.is_empty() {
            return Self::SaysWhat;
        }
        // Naming one more comes after what goes on from those that are named.
        let goes_on = if suggestion.text == "+" { Self::Joins } else { Self::GoesOn };
        let whole = format!("{}{}", line.get(..suggestion.at.start).unwrap_or_default(), suggestion.text);
        match notation::instruction(&whole, state) {
            Ok(Instruction::Order(order)) => match rules::resolve(state, &order, &[]) {
                Ok(_) => Self::Completes,
                Err(refusal) if refusal.wants_more() => goes_on,
                Err(refusal) => Self::Refused(refusal),
            },
            _ => goes_on,
        }
    }
}

/// What would come of a line.
#[must_use]
pub fn preview(line: &str, state: &State) -> Preview {
    if line.trim().is_empty() {
        return Preview::Nothing;
    }
    let instruction = match notation::instruction(line, state) {
        Ok(instruction) => instruction,
        Err(error) => {
            let column = line.get(..error.at.start).map_or(0, |before| before.chars().count());
            return Preview::Unfinished { what: error.what, hint: error.hint, column };
        }
    };
    let ready = |text, needs| Preview::Ready { instruction: Box::new(instruction.clone()), text, needs };
    match &instruction {
        Instruction::Undo(many) => ready(format!("undo {many}"), String::new()),
        Instruction::Redo(many) => ready(format!("redo {many}"), String::new()),
        Instruction::GoTo(_) | Instruction::WhatIf { .. } | Instruction::Retell { .. } => {
            ready(line.trim().to_string(), String::new())
        }
        Instruction::Order(order) => {
            let text = notation::order_text(state, order);
            match rules::resolve(state, order, &[]) {
                Err(refusal) if refusal.wants_more() => {
                    let RefusalText { what, hint } = refusal::describe(&refusal, state);
                    Preview::Unfinished { what, hint, column: line.chars().count() }
                }
                Err(refusal) => would_be_refused(&refusal, state),
                Ok(Step::Done(_)) => ready(text, passed_over(state, order)),
                Ok(Step::NeedDice(request)) => ready(text, needs(state, &request)),
            }
        }
    }
}

fn would_be_refused(refusal: &Refusal, state: &State) -> Preview {
    let RefusalText { what, hint } = refusal::describe(refusal, state);
    Preview::Refused { what, hint }
}

/// What an order to go on would leave out: an initiative that nobody has rolled for.
fn passed_over(state: &State, order: &Order) -> String {
    let (Order::Pass { battle } | Order::EndTurn { battle }) = order else { return String::new() };
    let open = state
        .battle(*battle)
        .is_some_and(|battle| matches!(battle.phase_of(state), TurnPhase::Initiative) && battle.initiative.is_none());
    if open { "goes on, though nobody has rolled for the initiative".into() } else { String::new() }
}

/// The dice of a request in words: `4 dice for Germans, 8 dice for Russians`.
#[must_use]
pub fn needs(state: &State, request: &Request) -> String {
    if request.purpose == Purpose::Edna {
        let whose = request.dice.first().map(|d| state.name(Id(d.owner.0))).unwrap_or_default();
        let dice = request.dice.first().map(|d| format!("{}{}", request.dice.len(), d.die)).unwrap_or_default();
        return format!("{dice} for {whose}");
    }
    let mut sides: Vec<(String, usize)> = Vec::new();
    for die in &request.dice {
        let id = Id(die.owner.0);
        let side = state.side_of(id).map_or_else(|| state.whose(die.owner), |side| state.name(side));
        match sides.iter_mut().find(|(name, _)| *name == side) {
            Some((_, count)) => *count += 1,
            None => sides.push((side, 1)),
        }
    }
    let words: Vec<String> =
        sides.iter().map(|(side, n)| format!("{} for {side}", text::count(*n, "die", "dice"))).collect();
    words.join(", ")
}
