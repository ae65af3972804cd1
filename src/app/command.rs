//! Commands: name, label, help, when it can be done and what it does, declared once. The footer, the help and the keymap
//! are made from this table, so they can't lie.

use super::{
    Effect,
    compose::Line,
    listing,
    model::{Layer, Model, Stage},
    odds_screen, update,
};
use crate::{book::Mechanism, order::Verb};

/// Where keys mean something of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// The start screen.
    Menu,
    /// A battle's table.
    Battle,
    /// The order line.
    Compose,
    /// The line for what is looked for in the diary.
    Find,
    /// Dice typed in by hand.
    Hand,
    /// A list over the table.
    List,
    /// The Odds screen.
    Odds,
    /// The Odds screen, while a roll is typed.
    OddsRoll,
    /// The help.
    Help,
}

/// Something that a key does.
pub struct Command {
    /// Its name in the keymap.
    pub name: &'static str,
    /// Where it can be done.
    pub context: Context,
    /// What the footer says; empty where it would only be noise there.
    pub label: &'static str,
    /// What the help says.
    pub help: &'static str,
    /// Whether it can be done now.
    pub can: fn(&Model) -> bool,
    /// Does it.
    pub run: fn(&mut Model) -> Vec<Effect>,
}

impl Context {
    /// The context that a model is in.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        match &model.stage {
            _ if model.help.is_some() => Self::Help,
            Stage::Menu(_) => Self::Menu,
            Stage::Campaign(campaign) => match campaign.layer {
                Layer::Table => Self::Battle,
                Layer::Compose(ref composer) if composer.purpose == Line::Find => Self::Find,
                Layer::Compose(_) => Self::Compose,
                Layer::Hand(_) => Self::Hand,
                Layer::List(_) => Self::List,
                Layer::Odds(ref screen) if screen.is_typing() => Self::OddsRoll,
                Layer::Odds(_) => Self::Odds,
            },
        }
    }
}

fn always(_: &Model) -> bool {
    true
}

macro_rules! commands {
    ($($context:ident { $($name:literal, $label:literal, $help:literal, $can:expr, $run:expr;)* })*) => {
        /// All commands there are, each context's most useful first.
        pub const COMMANDS: &[Command] = &[
            $($(Command {
                name: $name,
                context: Context::$context,
                label: $label,
                help: $help,
                can: $can,
                run: $run,
            },)*)*
        ];
    };
}

commands! {
    Menu {
        "menu-choose", "choose", "open what is chosen", always, update::menu_choose;
        "menu-sample", "sample battle", "a copy of the sample battle, to try things on", always, update::menu_sample;
        "menu-down", "", "down", always, |m| update::menu_move(m, 1);
        "menu-up", "", "up", always, |m| update::menu_move(m, -1);
        "menu-back", "back", "back to the battle that is open", update::has_campaign_behind, update::menu_back;
        "menu-help", "help", "all keys", always, update::help;
        "menu-quit", "quit", "leave; everything is saved already", always, update::quit;
    }
    Battle {
        "read-again", "read again", "read the save again, with what others wrote; or write on where it was only watched", update::can_read_again, update::read_again;
        "first", "who goes first", "choose who goes first, for the side that won the initiative", update::awaits_first, update::first;
        "stand", "let stand", "let the dice stand", update::awaits_reroll, update::stand;
        "reroll", "throw again", "throw some of the dice again", update::awaits_reroll, update::reroll;
        "strike", "strike", "one blow by the stack whose turn it is in the chosen stack's Conflict", update::can_strike, update::strike;
        "round", "round", "fight a round of the chosen stack's Conflict, or what is left of it", update::in_conflict, update::round;
        "scrud", "scrud", "fight a SCRUD phase: the chosen or picked units against …", update::can_fight, update::scrud;
        "edna", "edna", "test the chosen unit's EDNA", update::can_test, update::edna;
        "volley", "volley", "fire with the chosen unit at …", update::can_volley, update::volley;
        "order", "order", "type any order", update::is_writable, update::order;
        "undo", "undo", "take the last entry back; nothing is erased", update::can_undo, update::undo;
        "hand-dice", "dice by hand", "whether the dice are thrown on the table and typed in", update::is_writable, update::toggle_hand;
        "initiative", "initiative", "roll for the initiative", update::at_initiative, update::initiative;
        "pass", "pass", "hand on to the next side, or the next phase of the turn", update::can_act, update::pass;
        "conflict", "conflict", "the chosen or picked stacks engage …: a Conflict begins", update::can_engage, update::conflict;
        "test", "test", "put the chosen or picked units to a test that they carry", update::can_be_tested, update::test;
        "support", "support", "fight a SCRUD phase with guns or aircraft in support", update::can_support, update::support;
        "end-turn", "end turn", "end the turn, with the exhaustion check", update::can_act, update::end_turn;
        "withdraw", "withdraw", "withdraw from a combat", update::in_combat, update::withdraw;
        "commit", "commit", "commit reserves to a combat", update::in_combat, update::commit;
        "redo", "redo", "bring it back", update::can_redo, update::redo;
        "begin", "begin battle", "begin a battle", update::is_writable, update::begin;
        "lose", "lose", "take Strength Points off the chosen unit", update::on_unit, |m| update::on_chosen(m, "lose", " 1");
        "restore", "restore", "give Strength Points back", update::on_unit, |m| update::on_chosen(m, "restore", " 1");
        "promote", "promote", "promote the chosen or picked units, with a reason", update::is_writable, |m| update::on_chosen(m, "promote", " 1 because ");
        "demote", "demote", "demote them, with a reason", update::is_writable, |m| update::on_chosen(m, "demote", " 1 because ");
        "argue", "argue", "a matrix argument: its text, for and against, a roll or a ruling, what follows", update::is_writable, update::argue;
        "posture", "posture", "what the chosen stack is out for, under its leader", update::is_led, |m| update::on_stack(m, "posture", " ");
        "lead", "", "who leads the chosen stack", update::has_stack, |m| update::on_stack(m, "lead", " with ");
        "screen", "", "what the chosen stack screens", update::has_stack, |m| update::on_stack(m, "screen", " for ");
        "edge", "", "show the Square's order of loss from the next Edge, or not", always, update::next_edge;
        "note", "note", "write something down", update::is_writable, update::note;
        "write-on", "write on from here", "go on from the entry that is looked back at; what came after stays, as a branch", listing::can_write_on, listing::write_on;
        "amend", "", "change the entry that is looked at; all that followed is worked out anew, on a branch", listing::can_retell, listing::amend;
        "strike-out", "", "take the entry that is looked at out; all that followed is worked out anew, on a branch", listing::can_retell, listing::strike;
        "what-if", "", "go on from the entry that is looked at by another way, with fresh dice or the same", listing::can_branch, listing::what_if;
        "branches", "branches", "the branches of the diary", always, listing::branches;
        "odds", "odds", "the Odds screen: any roll, and what would change it", always, odds_screen::open;
        "find", "find", "find something in the diary", always, update::find;
        "find-next", "", "the next that is found", always, update::find_next;
        "pick", "pick", "pick or drop the chosen unit or stack", always, update::pick;
        "next-pane", "pane", "to the next pane", always, |m| update::turn_focus(m, 1);
        "previous-pane", "", "to the pane before", always, |m| update::turn_focus(m, -1);
        "up", "", "up", always, |m| update::go(m, update::Way::Up);
        "down", "", "down", always, |m| update::go(m, update::Way::Down);
        "page-up", "", "a page up", always, |m| update::go(m, update::Way::PageUp);
        "page-down", "", "a page down", always, |m| update::go(m, update::Way::PageDown);
        "to-top", "", "to the top", always, |m| update::go(m, update::Way::Top);
        "to-bottom", "", "to the bottom", always, |m| update::go(m, update::Way::Bottom);
        "fold", "", "fold a side or stack up, or go to the one it belongs to", always, update::fold;
        "unfold", "", "unfold it", always, update::unfold;
        "next-battle", "next battle", "to the next battle that is under way", update::several_battles, update::next_battle;
        "mouse", "", "mouse on or off; off lets the terminal select text", always, update::toggle_mouse;
        "theme", "", "the next theme", always, update::next_theme;
        "help", "help", "all keys", always, update::help;
        "back", "back", "back one step: picks, review, then nothing; never quits", update::can_go_back, update::back;
        "menu", "", "to the start screen", always, update::to_menu;
        "suspend", "", "to the shell and back with `fg`", always, update::suspend;
        "quit", "quit", "leave; everything is saved already", always, update::quit;
    }
    Compose {
        "compose-read-again", "read again", "read the save again, with what others wrote; the line stays", update::can_read_again, update::read_again;
        "give", "give the order", "give the order, or take the suggestion that is marked", always, update::compose_enter;
        "complete", "complete", "take the suggestion", always, update::compose_complete;
        "suggestion-down", "choose", "the next suggestion", always, |m| update::compose_move(m, 1);
        "suggestion-up", "", "the suggestion before", always, |m| update::compose_move(m, -1);
        "compose-hand-dice", "dice by hand", "whether the dice are thrown on the table and typed in", always, update::toggle_hand;
        "compose-odds", "odds", "the Odds screen, with the dice of this order", always, odds_screen::open_with_order;
        "compose-cancel", "back", "back to the table", always, update::compose_cancel;
    }
    Find {
        "find-look", "find", "the last entry that says so", always, update::compose_enter;
        "find-cancel", "back", "back to the table", always, update::compose_cancel;
    }
    Hand {
        "hand-give", "done", "done: a die left blank is thrown by the program", always, update::hand_enter;
        "hand-next", "next die", "the next die", always, |m| update::hand_move(m, 1);
        "hand-previous", "", "the die before", always, |m| update::hand_move(m, -1);
        "hand-line", "other side", "to the other side's dice", always, update::hand_line;
        "hand-erase", "erase", "blank the die", always, update::hand_erase;
        "hand-cancel", "break off", "break the order off; dice that were shown stay in the diary", always, update::hand_cancel;
    }
    List {
        "list-accept", "take it", "take what is chosen, or accept what is listed", always, listing::accept;
        "list-down", "", "down", always, |m| listing::go(m, update::Way::Down);
        "list-up", "", "up", always, |m| listing::go(m, update::Way::Up);
        "list-page-down", "", "a page down", always, |m| listing::go(m, update::Way::PageDown);
        "list-page-up", "", "a page up", always, |m| listing::go(m, update::Way::PageUp);
        "list-top", "", "to the top", always, |m| listing::go(m, update::Way::Top);
        "list-bottom", "", "to the bottom", always, |m| listing::go(m, update::Way::Bottom);
        "list-close", "back", "back to the table; nothing changes", always, listing::close;
    }
    Odds {
        "odds-accept", "compare", "lay the chosen change beside the roll", always, odds_screen::accept;
        "odds-type", "type a roll", "type a roll", always, odds_screen::type_roll;
        "odds-next", "next", "to the next of the two rolls and the table", always, |m| odds_screen::next(m, 1);
        "odds-previous", "", "to the one before", always, |m| odds_screen::next(m, -1);
        "odds-left", "what is left", "of a combat, what is left of the sides, or their defeats", always, odds_screen::toggle_left;
        "odds-play-out", "play out", "play the order's fight out: the combat, until a side is exhausted, the whole battle", odds_screen::can_play_out, odds_screen::play_out;
        "odds-stop", "break off", "break long work off; what was found stays", odds_screen::is_working, odds_screen::stop;
        "odds-down", "", "the next change", always, |m| odds_screen::go(m, update::Way::Down);
        "odds-up", "", "the change before", always, |m| odds_screen::go(m, update::Way::Up);
        "odds-page-down", "", "further down in the chances", always, |m| odds_screen::go(m, update::Way::PageDown);
        "odds-page-up", "", "further up", always, |m| odds_screen::go(m, update::Way::PageUp);
        "odds-battle", "battle", "to the battle", always, odds_screen::to_battle;
        "odds-help", "help", "all keys", always, update::help;
        "odds-close", "back", "back to where it was opened", always, odds_screen::close;
        "odds-quit", "", "leave; everything is saved already", always, update::quit;
    }
    OddsRoll {
        "odds-typed", "done", "done typing", always, odds_screen::accept;
        "odds-roll-next", "next", "to the next of the two rolls and the table", always, |m| odds_screen::next(m, 1);
        "odds-roll-previous", "", "to the one before", always, |m| odds_screen::next(m, -1);
        "odds-roll-left", "what is left", "of a combat, what is left of the sides, or their defeats", always, odds_screen::toggle_left;
        "odds-roll-stop", "break off", "break long work off; what was found stays", odds_screen::is_working, odds_screen::stop;
        "odds-roll-down", "", "further down in the chances", always, |m| odds_screen::go(m, update::Way::Down);
        "odds-roll-up", "", "further up", always, |m| odds_screen::go(m, update::Way::Up);
        "odds-roll-page-down", "", "a page further down", always, |m| odds_screen::go(m, update::Way::PageDown);
        "odds-roll-page-up", "", "a page further up", always, |m| odds_screen::go(m, update::Way::PageUp);
        "odds-roll-close", "back", "back to where it was opened", always, odds_screen::close;
    }
    Help {
        "help-close", "close", "close the help", always, update::help_close;
        "help-down", "", "down", always, |m| update::help_move(m, 1);
        "help-up", "", "up", always, |m| update::help_move(m, -1);
        "help-page-down", "", "a page down", always, |m| update::help_move(m, 15);
        "help-page-up", "", "a page up", always, |m| update::help_move(m, -15);
    }
}

impl Command {
    /// The mechanism it is for, if it is for one.
    #[must_use]
    pub fn mechanism(&self) -> Option<Mechanism> {
        match self.name {
            "support" => Some(Mechanism::Scrud),
            // The rest are called as their orders are.
            name => Verb::named(&name.replace('-', " ")).and_then(Verb::mechanism),
        }
    }
}

/// The commands of a context that can be done now.
pub fn possible(model: &Model, context: Context) -> impl Iterator<Item = &'static Command> + '_ {
    COMMANDS.iter().filter(move |c| c.context == context && (c.can)(model))
}
