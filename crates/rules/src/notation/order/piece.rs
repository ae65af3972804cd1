//! The pieces that orders are written with: each says how it is read, how it is printed, and which of its words are
//! keywords. Forms are made of pieces by [`grammar!`] and [`piece!`].

use super::{OrderPrinter, OrderReader, order_text};
use crate::{
    notation::{Parsed, names},
    order::Order,
};
use std::collections::BTreeSet;
use wardiary_base::{
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};

/// A piece of an order. Its printed text reads back as the same value.
pub(super) struct Piece<T> {
    pub read: fn(&mut OrderReader<'_>) -> Parsed<T>,
    pub print: for<'p, 's> fn(&'p mut OrderPrinter<'s>, &T) -> &'p mut OrderPrinter<'s>,
    pub keywords: Keywords,
}

/// Words that end an unquoted name, since they may follow one. A name that is one of them is quoted.
pub(in crate::notation) enum Keywords {
    Words(&'static [&'static str]),
    All(&'static [&'static Self]),
}

impl Keywords {
    pub const NONE: Self = Self::Words(&[]);

    pub fn contains(&self, word: &str) -> bool {
        match self {
            Self::Words(words) => words.iter().any(|keyword| keyword.eq_ignore_ascii_case(word)),
            Self::All(parts) => parts.iter().any(|part| part.contains(word)),
        }
    }

    pub fn list(&self) -> BTreeSet<&'static str> {
        match self {
            Self::Words(words) => words.iter().copied().collect(),
            Self::All(parts) => parts.iter().flat_map(|part| part.list()).collect(),
        }
    }
}

/// Reads one item of a form; see [`grammar!`].
macro_rules! read_item {
    ($r:ident $word:literal) => {
        $r.reader.require_word($word)?;
    };
    ($r:ident {$($word:literal)*}) => {};
    ($r:ident ($field:ident = $read:expr, $print:expr)) => {
        let $field = $read;
    };
    ($r:ident ($field:ident $piece:expr)) => {
        let $field = $r.read(&$piece)?;
    };
}

macro_rules! print_item {
    ($p:ident $word:literal) => {
        $p.push($word);
    };
    ($p:ident {$($word:literal)*}) => {};
    ($p:ident (=> $print:expr)) => {
        $print;
    };
    ($p:ident ($field:ident = $read:expr, $print:expr)) => {
        $print;
    };
    ($p:ident ($field:ident $piece:expr)) => {
        $p.put(&$piece, $field);
    };
}

macro_rules! keywords_of_item {
    ($word:literal) => {
        &Keywords::Words(&[$word])
    };
    ({$($word:literal)*}) => {
        &Keywords::Words(&[$($word),*])
    };
    ((=> $print:expr)) => {
        &Keywords::NONE
    };
    (($field:ident = $read:expr, $print:expr)) => {
        &Keywords::NONE
    };
    (($field:ident $piece:expr)) => {
        &$piece.keywords
    };
}

/// Reads a form as the value of a shape, unless another function reads it.
macro_rules! read_form {
    ($r:ident [$read:ident] $($form:tt)*) => {
        $r.$read()
    };
    ($r:ident [] {$($shape:tt)*} [$($item:tt)*]) => {{
        $(read_item!($r $item);)*
        Ok($($shape)*)
    }};
}

/// Declares how each order is written. A row is a verb, the shape of the order, and the items of its form after the verb,
/// in the order in which they are read and printed:
///
/// | item | is |
/// |---|---|
/// | `"to"` | a keyword |
/// | `(unit UNIT)` | a field and its piece |
/// | `(by = READ, PRINT)` | a field that depends on those before it |
/// | `(=> PRINT)` | what is only printed |
/// | `{"to" "by"}` | keywords that the code around it reads |
///
/// A verb `by` a method of the reader is read by that method; its shapes are printed by their items. The first shape whose
/// condition holds is printed.
macro_rules! grammar {
    ($r:ident, $p:ident; $($Verb:ident $(by $read:ident)?:
        $({$($shape:tt)*} $(if $guard:expr)? => [$($item:tt)*])|+;)*) => {
        impl OrderReader<'_> {
            fn order_of(&mut self, verb: Verb) -> Parsed<Order> {
                let $r = self;
                match verb {
                    $(Verb::$Verb => read_form!($r [$($read)?] $({$($shape)*} [$($item)*])+),)*
                }
            }
        }

        impl OrderPrinter<'_> {
            fn order(&mut self, order: &Order) {
                let $p = self.push(order.verb().as_str());
                match order {
                    $($($($shape)* $(if $guard)? => {
                        $(print_item!($p $item);)*
                    })+)*
                }
            }
        }

        pub(super) const KEYWORDS: Keywords = Keywords::All(&[$($($(keywords_of_item!($item),)*)+)*]);
    };
}

/// Declares a piece that is a struct, in the items of [`grammar!`].
macro_rules! piece {
    ($(#[$doc:meta])* $PIECE:ident: $Struct:ident { $($field:ident),* } = $($item:tt)*) => {
        $(#[$doc])*
        pub(super) const $PIECE: Piece<$Struct> = Piece {
            read: |r| {
                $(read_item!(r $item);)*
                Ok($Struct { $($field),* })
            },
            print: |p, value| {
                let $Struct { $($field),* } = value;
                $(print_item!(p $item);)*
                p
            },
            keywords: Keywords::All(&[$(keywords_of_item!($item)),*]),
        };
    };
}

/// A piece without keywords.
macro_rules! plain {
    ($read:expr, $print:expr) => {
        Piece { read: $read, print: $print, keywords: $crate::notation::order::piece::Keywords::NONE }
    };
}

/// Free text: quoted, or the rest of the line.
macro_rules! free {
    ($what:literal) => {
        plain!(|r| r.reader.free_text($what), |p, text| p.quote(text))
    };
}

/// A text: quoted, or one word.
macro_rules! text {
    ($what:literal) => {
        plain!(|r| r.reader.any_word(Expected::Free($what)), |p, text| p.quote(text))
    };
}

/// The name of something in the rulebook.
macro_rules! one_named {
    ($r:ident, $all:expr) => {
        plain!(
            |$r| $r.reader.any_word($crate::notation::reader::Expected::one_of($all.iter().map(|each| &each.name))),
            |p, name| p.quote(name)
        )
    };
}

/// A number within bounds.
macro_rules! number {
    ($Number:ty: $what:expr, $least:expr, $most:expr) => {
        plain!(|r| r.reader.bounded_number::<$Number>($what, $least, $most), |p, number| p.number(number))
    };
}

/// An optional piece after a keyword. Further words before it are no keywords.
macro_rules! after {
    ($word:literal $($then:literal)*, $piece:expr) => {
        Piece {
            read: |r| {
                if !r.reader.accept_word($word) {
                    return Ok(None);
                }
                $(r.reader.require_word($then)?;)*
                r.read(&$piece).map(Some)
            },
            print: |p, value| p.after(concat!($word $(, " ", $then)*), value.as_ref(), &$piece),
            keywords: Keywords::All(&[&Keywords::Words(&[$word]), &$piece.keywords]),
        }
    };
}

/// A keyword that may be there, with a word that must follow it.
macro_rules! flag {
    ($word:literal $($then:literal)?) => {
        Piece {
            read: |r| {
                let is_set = r.reader.accept_word($word);
                $(if is_set {
                    r.reader.require_word($then)?;
                })?
                Ok(is_set)
            },
            print: |p, is_set| p.put_if(*is_set, concat!($word $(, " ", $then)?)),
            keywords: Keywords::Words(&[$word]),
        }
    };
}

/// A piece after a keyword that need not be typed.
macro_rules! word_before {
    ($word:literal, $piece:expr) => {
        Piece {
            read: |r| {
                r.reader.accept_word($word);
                r.read(&$piece)
            },
            print: |p, value| p.push($word).put(&$piece, value),
            keywords: Keywords::All(&[&Keywords::Words(&[$word]), &$piece.keywords]),
        }
    };
}

/// Several of a piece joined by `+`, after a keyword; none without it.
macro_rules! list_after {
    ($word:literal, $piece:expr) => {
        Piece {
            read: |r| if r.reader.accept_word($word) { r.joined(&$piece) } else { Ok(Vec::new()) },
            print: |p, all| if all.is_empty() { p } else { p.push($word).joined(&$piece, all) },
            keywords: Keywords::All(&[&Keywords::Words(&[$word]), &$piece.keywords]),
        }
    };
}

/// One of the keywords of an enum.
macro_rules! one_of {
    ($Enum:ident) => {
        Piece {
            read: |r| r.reader.require_one_of(&$Enum::ALL.map(|each| (each.word(), each))),
            print: |p, each| p.push(each.word()),
            keywords: Keywords::Words(&$Enum::WORDS),
        }
    };
}

/// References of some kinds: one, and several joined by `+`.
macro_rules! references {
    ($($ONE:ident $(, $SEVERAL:ident)?: $Id:ident of $kinds:path;)*) => {$(
        pub(super) const $ONE: Piece<$Id> =
            plain!(|r| r.entity($kinds).map(|id| $Id(id.0)), |p, id| p.id(*id, $kinds));
        $(pub(super) const $SEVERAL: Piece<Vec<$Id>> =
            plain!(|r| r.joined(&$ONE), |p, ids| p.ids(ids, $kinds));)?
    )*};
}

references! {
    SIDE, SIDES: SideId of names::SIDE;
    STACK: StackId of names::STACK;
    UNIT, UNITS: UnitId of names::UNIT;
    BATTLE: BattleId of names::BATTLE;
    MAP: MapId of names::MAP;
    FORCE: Id of names::FORCES;
    STACK_OR_UNIT: Id of names::STACK_OR_UNIT;
    THING: Id of names::ANY;
}

/// Several forces joined by `+`, or named by their formations.
macro_rules! forces {
    ($($SEVERAL:ident: $Id:ident of $kinds:path, $read:path;)*) => {$(
        pub(super) const $SEVERAL: Piece<Vec<$Id>> =
            plain!(|r| Ok(r.forces($read)?.into_iter().map(|id| $Id(id.0)).collect()), |p, ids| p.ids(ids, $kinds));
    )*};
}

forces! {
    FORCES: Id of names::FORCES, names::FORCES_OR_FORMATIONS;
    STACKS: StackId of names::STACK, names::STACK_OR_FORMATION;
    STACKS_OR_UNITS: Id of names::STACK_OR_UNIT, names::STACK_UNIT_OR_FORMATION;
}

/// `as #12`, or the next free number.
macro_rules! new_numbers {
    ($($NEW:ident $Id:ident;)*) => {$(
        pub(super) const $NEW: Piece<$Id> = Piece {
            read: |r| r.new_number().map($Id),
            print: |p, id| p.push("as").number(id),
            keywords: Keywords::Words(&["as"]),
        };
    )*};
}

new_numbers! {
    NEW_SIDE SideId;
    NEW_STACK StackId;
    NEW_BATTLE BattleId;
    NEW_MAP MapId;
}

pub(super) const NEW_NAME: Piece<Text> = plain!(|r| r.new_name(None), |p, name| p.name(name));

/// The reason, as free text.
pub(super) const WHY: Piece<Text> = free!("the reason");

/// The reason of a ruling that overrides the rules, if it is one: `anyway because TEXT`
pub(super) const ANYWAY: Piece<Option<Text>> = after!("anyway" "because", WHY);

/// `because TEXT`, or nothing.
pub(super) const BECAUSE: Piece<Option<Text>> = after!("because", WHY);

/// An order within another.
pub(super) const INNER_ORDER: Piece<Box<Order>> = plain!(|r| r.inner_order().map(Box::new), |p, order| {
    let text = order_text(p.state, order);
    p.push(&text)
});

/// `in BATTLE`, unless only that one is open.
pub(super) const IN_BATTLE: Piece<BattleId> =
    Piece { read: |r| r.in_battle(), print: |p, battle| p.in_battle(*battle), keywords: Keywords::Words(&["in"]) };
