//! Play by mail: every order that a side may give with its knowledge enters the referee's inbox, and means the same
//! there.

use crate::projection::played;
use jiff::Timestamp;
use rayon::prelude::*;
use std::fmt::Write as _;
use wardiary_base::{dice::source::SeededDice, document, id::SideId};
use wardiary_diary::{
    diary::{Diary, EntryNo, Record},
    mail::{Delivery, DeliveryError, Letter, LetterOrderForm, check_order, parse_order},
    projection::Projector,
};
use wardiary_harness_diary::game::Game;
use wardiary_harness_rules::arbitrary::RandomNumbers;
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    order::Order,
    rules::may_give,
    state::State,
};

/// The text of a letter's file.
fn letter(diary: &Diary, side: &str, entry: EntryNo, orders: &[String]) -> Letter {
    let mut text = format!(
        "(orders_file: 1, title: {}, side: {}, entry: {entry}, orders: [",
        document::to_line(&diary.header().title),
        document::to_line(&side)
    );
    orders.iter().for_each(|order| {
        let _ = write!(text, "{}, ", document::to_line(order));
    });
    let letter = Letter::read(&(text + "])")).expect("it reads");
    assert_eq!(Letter::read(&letter.text()).as_ref(), Ok(&letter), "what is written reads the same");
    letter
}

/// Random orders in a state, as a player could write them.
fn orders_in(state: &State, chance: &mut RandomNumbers) -> Vec<Order> {
    (0..40).map(|_| chance.campaign_order(state)).collect()
}

/// Carries out an order and records it in a game.
fn record(game: &mut Game, order: &Order) {
    let mut dice: SeededDice = game.diary.program_dice(&[]);
    let now = Timestamp::from_second(20_000_000).expect("a time");
    let new = game.diary.carry_out(order.clone(), &mut dice, now).unwrap_or_else(|_| panic!("it was tried: {order:?}"));
    game.diary.append(Record::Entry(new.entry)).expect("it fits");
}

/// In a random campaign, delivers each order that a side may give with its knowledge, with the same meaning. Returns
/// the number of such orders.
fn delivered(number: usize) -> usize {
    let mut game = played(number);
    let sides: Vec<(SideId, String)> =
        game.diary.state().sides().iter().map(|side| (side.id, side.name.to_string())).collect();
    let mut many = 0;
    for (side, name) in sides {
        let projector = Projector::of(&game.diary, side).expect("its beginning stands");
        let (seen, entry) = (projector.diary().state().clone(), projector.diary().head());
        let own = projector.own_side().expect("it knows itself");
        let drawn = |at: usize| (at * 7919 + number * 104_729 + side.0 as usize * 31) % 65_536;
        let numbers: Vec<u16> = (0..600).map(|at| u16::try_from(drawn(at)).expect("it is below that")).collect();
        let mut chance = RandomNumbers::new(&numbers);
        let mut texts = Vec::new();
        for order in orders_in(&seen, &mut chance) {
            if may_give(&seen, own, &order).is_ok() {
                assert!(order.verb().is_player_verb(), "{order:?} is offered");
            }
            let text = order_text(&seen, &order);
            let may = check_order(&order, &seen, own).is_ok();
            assert_eq!(parse_order(&text, &seen, own).is_ok(), may, "{text}");
            if may && !text.starts_with("orders ") {
                texts.push(text);
            }
        }
        if texts.is_empty() {
            continue;
        }
        let letter = letter(&game.diary, &name, entry, &texts);
        let delivery = Delivery::of(&letter, &game.diary, None).expect("it is of this save");
        assert_eq!((delivery.side, delivery.entry, delivery.latest), (side, entry, entry));
        assert!(!delivery.is_withdrawn && !delivery.is_outdated());
        let truth = game.diary.state().clone();
        for (one, text) in delivery.orders.iter().zip(&texts) {
            assert_eq!(one.order.text, **text, "in the inbox it stands as its side wrote it");
            assert_eq!(one.earlier_number, None);
            let meant = parse_order(text, &seen, own).expect("it was read above");
            let meant = projector.to_true_order(game.diary.head(), &meant);
            let reads = match &one.read_as {
                LetterOrderForm::Order => Some(text.clone()),
                LetterOrderForm::DifferentText(text) => Some(text.clone()),
                LetterOrderForm::FreeText | LetterOrderForm::NotAnOrder(_) => None,
            };
            let reads = reads.map(|text| parse_instruction(&text, &truth).expect("it reads in the save"));
            assert_eq!(reads, meant.map(Instruction::Order), "{text}");
        }
        for one in &delivery.orders {
            let order = one.order.to_order(game.diary.state());
            record(&mut game, &order);
        }
        // The sides see the orders as they wrote them, and the program recognizes them.
        let after = Projector::of(&game.diary, side).expect("its beginning stands");
        let handed: Vec<&str> = after.diary().state().written_orders().iter().map(|orders| orders.text.raw()).collect();
        assert!(handed.ends_with(&texts.iter().map(String::as_str).collect::<Vec<_>>()), "{handed:?}");
        let again = Delivery::of(&letter, &game.diary, None).expect("it is of this save");
        assert!(again.orders.iter().all(|one| one.earlier_number.is_some()) && again.latest > again.entry);
        many += texts.len();
    }
    many
}

#[test]
fn orders_of_a_side_are_delivered_with_their_meaning() {
    let many: usize = (0..8).into_par_iter().map(delivered).sum();
    assert!(many > 40, "{many} orders are too few to show anything");
}

#[test]
#[ignore = "long"]
fn orders_of_a_side_are_delivered_in_many_campaigns() {
    (0..200).into_par_iter().for_each(|number| {
        delivered(number);
    });
}

#[test]
fn a_letter_is_for_one_campaign_and_side() {
    let mut game = played(0);
    let name = game.diary.state().sides()[0].name.to_string();
    let orders = ["now".to_string()];
    let mut other = letter(&game.diary, &name, 0, &orders);
    assert!(Delivery::of(&other, &game.diary, None).is_ok());
    other.title = "x".into();
    assert!(matches!(Delivery::of(&other, &game.diary, None), Err(DeliveryError::OtherTitle { .. })));
    let nobody = letter(&game.diary, "Nobody at all", 0, &orders);
    assert!(matches!(Delivery::of(&nobody, &game.diary, None), Err(DeliveryError::NoSide { .. })));
    let ahead = letter(&game.diary, &name, 100_000, &orders);
    assert!(matches!(Delivery::of(&ahead, &game.diary, None), Err(DeliveryError::Ahead { .. })));
    assert!(matches!(Delivery::of(&letter(&game.diary, &name, 0, &[]), &game.diary, None), Err(DeliveryError::Empty)));
    let long = letter(&game.diary, &name, 0, &["x".repeat(5_000)]);
    assert!(matches!(Delivery::of(&long, &game.diary, None), Err(DeliveryError::Refused { nth: 1, .. })));
    // The referee recognizes a side that was renamed since by the name in its share.
    let side = game.diary.state().sides()[0].id;
    record(&mut game, &Order::Rename { id: side.into(), name: "Army of the Vistula".into() });
    let older = letter(&game.diary, &name, 0, &orders);
    assert_eq!(Delivery::of(&older, &game.diary, None).map(|delivery| delivery.side).ok(), Some(side));
    // A text that can't be read is handed in unchanged.
    let words = Delivery::of(&letter(&game.diary, &name, 0, &orders), &game.diary, None).expect("it is of this save");
    assert!(matches!(words.orders[0].read_as, LetterOrderForm::NotAnOrder(_)));
    assert_eq!((&words.orders[0].order.text, words.orders[0].order.due), (&"now".into(), None));
}
