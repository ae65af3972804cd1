//! The tables of orders.

use super::{IdMap, Translate};
use wardiary_rules::order::{
    Argument, Border, ClockOrder, DieOf, Force, Gains, MapOrder, March, Need, Order, RefitOrder, Regrading, StackOrder,
    StaffOrder, TheatreOrder, Unfinished, Verdict, VictoryOrder, Volley,
};

impl Translate for DieOf {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        let Self(who, die) = self;
        who.translate(ids)?;
        die.translate(ids)
    }
}

structs! {
    Force { who, dice, support }
    Volley { unit, at, range, weapon, cover, general, anyway }
    March { who, by, facing }
    Gains { strength, edna, grade }
    Argument { by, claim, pro, con, verdict, effect }
    Regrading { who, by, term }
}

enums! {
    Border { Road Bridge Edge(name) }
    Verdict { Succeeds Fails Roll(dice, need) }
    Need { AtLeast(total) AtMost(total) }
    Unfinished { Battle(battle) Item(item) Orders(number) Contact(contact) }
    ClockOrder { Advance { anyway, leaving } Schedule { at, what } Settle { item, why } Give { item, order } }
    VictoryOrder { EndCampaign { award, why } Score { side, by, why } }
}

enums! {
    Order {
        Side { id, name }
        Stack { id, side, name }
        Unit(recruit)
        Rename { id, name }
        Assign { units, stack }
        Date { date }
        Battle { id, name, parties, map, contact }
        EndBattle { battle, award, outcome }
        Reinforce { battle, who }
        Initiative { battle }
        First { battle, side }
        Pass { battle }
        EndTurn { battle }
        Edna { unit, purpose }
        Retest { unit }
        Wear { unit, cause }
        Shake { unit, by, why }
        Rally { unit, by, why }
        Scrud { first, second }
        Reroll { battle, side, dice }
        Withdraw { who }
        Commit { who, to }
        Lose { unit, points, why }
        Restore { unit, points, why }
        Eliminate { unit, why }
        Regrade { who, by, term, why }
        Note { text }
        Rules(rules)
        Argue(argument)
        Test { who, test, parallel }
        Object { battle, side, off }
        Volley(volley)
        Stacks(order)
        Map(order)
        Clock(order)
        Victory(order)
        Refit(order)
        Theatre(order)
        Staff(order)
        Consult { table, who }
        Roll { dice, times, who, purpose }
        Branch { name, dice }
    }
}

enums! {
    StackOrder {
        Posture { stack, posture }
        Lead { stack, unit }
        Screen { stack, screen }
        Merge { stack, into, anyway }
        Stats { unit, stats }
        Conflict { first, second, anyway }
        Strike { stack, at, edge, anyway }
        Hold { stack }
        Round { stack }
        Rotate { stack, times }
        Turn { stack, facing }
        Join { stack, to, anyway }
        Flee { stack }
        Disengage { stack }
    }
}

enums! {
    MapOrder {
        Place { who, map, at, facing, anyway }
        Move { marches, anyway }
        Face { who, facing, anyway }
        Change { unit, change }
        Terrain { map, at, terrain, why }
        Between { map, from, to, what, gone, why }
        Objective { map, at, held_by, why }
        LayOut { id, ground, battle }
    }
}

enums! {
    RefitOrder {
        Recover { who, gains, why }
        Return { who, points, why }
        Replace { unit, points, why }
        Raise { unit, strength, why }
        Supply { who, level, why }
    }
}

enums! {
    TheatreOrder {
        LayOut(draft)
        Station { force, at, why }
        March { force, by }
        Halt { force }
        Contact { first, second, why }
        SetAside { contact, why }
        Objective { at, held_by, why }
    }
}

enums! {
    StaffOrder {
        Tell { sides, text, at }
        Reveal { what, to, why }
        Hide { what, from, why }
        HandIn { side, text, due }
        Cancel { side, own_number }
        Grant { number, order }
        Done { number, why }
        Refuse { number, why }
    }
}
