//! The forms, as data: the words of each order and the fields between them.

use wardiary_base::book::{ReplacementsDraft, RulebookDraft, SupplyDraft};
use wardiary_rules::{notation, order::Order, state::State};

#[derive(Debug)]
pub(crate) struct FormKind {
    pub title: &'static str,
    /// The order's first words.
    pub verb: &'static str,
    pub sections: &'static [Section],
}

/// Rows of the same cells, joined by commas in the order.
#[derive(Debug)]
pub(crate) struct Section {
    /// The words of the order before its first row.
    pub words: &'static str,
    pub repeats: bool,
    pub cells: &'static [FormCell],
}

#[derive(Debug)]
pub(crate) struct FormCell {
    pub label: &'static str,
    /// The words of the order before the value.
    pub words: &'static str,
    pub value: CellValue,
    /// Whether a row that is not blank needs it.
    pub needed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellValue {
    /// A name, quoted in the order if needed.
    Name,
    /// A name that may be new, so that it is completed only when a completion is marked.
    NewName,
    /// Free text, always quoted in the order.
    Text,
    Number,
    /// References, as they are typed: `"XX Corps" + Guard`.
    Reference,
}

const fn section(words: &'static str, repeats: bool, cells: &'static [FormCell]) -> Section {
    Section { words, repeats, cells }
}

const fn cell(label: &'static str, words: &'static str, value: CellValue, needed: bool) -> FormCell {
    FormCell { label, words, value, needed }
}

use CellValue::{Name, NewName, Number, Reference, Text};

pub(crate) const FORMS: &[FormKind] = &[
    FormKind {
        title: "Places and roads",
        verb: "theatre roads",
        sections: &[
            section(
                "",
                true,
                &[
                    cell("road from", "", NewName, true),
                    cell("to", "-", NewName, false),
                    cell("steps", "", Number, false),
                ],
            ),
            section("", false, &[cell("title", "titled", Text, false)]),
            section("forces", true, &[cell("force", "", Reference, true), cell("at", "at", Name, true)]),
            section("objectives", true, &[cell("objective", "", Name, true), cell("points", "", Number, true)]),
            section("supply", true, &[cell("supply of", "", Reference, true), cell("at", "at", Name, true)]),
        ],
    },
    FormKind {
        title: "The clock",
        verb: "rules change clock",
        sections: &[
            section("", false, &[cell("count in", "", NewName, true)]),
            section("with", true, &[cell("its parts", "", NewName, true)]),
        ],
    },
    FormKind {
        title: "Replacement pools",
        verb: "rules change pools",
        sections: &[section(
            "",
            true,
            &[
                cell("pool", "", NewName, true),
                cell("points", "", Number, true),
                cell("of side", "for", Name, false),
                cell("kind", "kind", Reference, false),
                cell("gains", "gains", Number, false),
                cell("every", "every", Number, false),
            ],
        )],
    },
    FormKind {
        title: "Supply levels, best first",
        verb: "rules change levels",
        sections: &[section(
            "",
            true,
            &[
                cell("level", "", NewName, true),
                cell("grade", "grade", Number, false),
                cell("recovery", "recovery", Number, false),
                cell("allowance", "allowance", Number, false),
            ],
        )],
    },
    FormKind {
        title: "The supply of a force",
        verb: "supply",
        sections: &[
            section("", false, &[cell("force", "", Reference, true)]),
            section("", false, &[cell("level", "", Name, true)]),
            section("", false, &[cell("because", "because", Text, false)]),
        ],
    },
    FormKind {
        title: "The holder of an objective",
        verb: "objective",
        sections: &[
            section("", false, &[cell("objective", "", Name, true)]),
            section("", false, &[cell("held by", "held by", Reference, true)]),
            section("", false, &[cell("because", "because", Text, true)]),
        ],
    },
    FormKind {
        title: "A battle",
        verb: "battle",
        sections: &[
            section("", false, &[cell("name", "", NewName, true)]),
            section("", false, &[cell("contact", "from contact", Number, false)]),
            section("", false, &[cell("forces", "with", Reference, false)]),
            section("", false, &[cell("against", "v", Reference, false)]),
            section("", false, &[cell("on map", "on", Reference, false)]),
        ],
    },
];

impl FormKind {
    /// The order with the values that hold now, or its first words.
    pub fn current_text(&self, state: &State) -> String {
        let (book, mut draft) = (state.book(), RulebookDraft::default());
        match self.verb {
            "rules change clock" if book.clock.is_on() => draft.clock = Some((&book.clock).into()),
            "rules change pools" if !book.replacements.pools.is_empty() => {
                let pools = Some(book.replacements.pools.clone());
                draft.replacements = Some(ReplacementsDraft { pools, ..ReplacementsDraft::default() });
            }
            "rules change levels" if !book.supply.levels.is_empty() => {
                draft.supply = Some(SupplyDraft { levels: Some(book.supply.levels.clone()), range: None });
            }
            verb => return format!("{verb} "),
        }
        notation::order_text(state, &Order::Rules(Box::new(draft)))
    }
}
