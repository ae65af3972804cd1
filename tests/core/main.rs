//! What the program knows, without the program: rules, dice, odds, notation, and the diary with its file.

mod harness;

mod aloud;
mod attackers;
mod catching_up;
mod claims;
mod combat_traces;
mod durability;
mod fire;
mod fire_orders;
mod forecasts;
mod formats;
mod found;
mod games;
mod golden;
mod ground;
mod keywords;
mod odds;
mod other_programs;
mod outstanding;
mod properties;
mod refusals;
mod rosters;
mod rules;
mod save;
mod scrud;
mod seed;
mod sentences;
mod shifted_odds;
mod shipped;
mod sources;
mod stacks;
mod support;
mod tree;
mod typed;
mod verify;
