//! The odds, compared with slow and obvious definitions and with the sources.

mod contact;
mod dice_formula;
mod fire;
mod odds;
mod rules;
mod scrud;
mod shifted_odds;
mod simulate;
mod tables;
