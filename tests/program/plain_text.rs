//! The messages to a side about enemies that it meets, loses and finds again: true, without repetition, and without the
//! enemy's own business.

use crate::harness::call::Home;

/// A side learns no name at a distance. In contact it does.
const BOOK: &str = r#"(
    title: "Haze",
    based_on: "campaign",
    clock: (unit: "day"),
    sight: (
        range: 1,
        memory: 2,
        seen: (presence: Band([1, 4]), strength: Band([5, 10]), grade: Hidden, edna: Hidden),
        in_contact: (strength: Band([5, 10])),
    ),
    victory: (points: (objective: 2)),
    lost_for_good: (share: 0.5, parts: 2),
)"#;

const SCENARIO: &str = r#"(
    title: "Haze over the road",
    about: "Two corps on one road.",
    rules: "haze",
    muster: (
        sides: [(id: 1, name: "Blue"), (id: 2, name: "Red")],
        stacks: [(id: 10, side: 1, name: "Blue Corps"), (id: 20, side: 2, name: "Red Corps")],
        units: [
            (id: 100, name: "1st Blue", stack: 10, strength: 6),
            (id: 200, name: "1st Red", stack: 20, strength: 7),
            (id: 201, name: "2nd Red", stack: 20, strength: 7),
        ],
        theatre: (
            network: (
                places: ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"],
                roads: [
                    ("Alder", "Birch", 1), ("Birch", "Cedar", 1), ("Cedar", "Dogwood", 1), ("Dogwood", "Elm", 1),
                    ("Elm", "Fir", 1),
                ],
            ),
            at: [(10, "Birch"), (20, "Cedar")],
            objectives: [("Fir", 6)],
        ),
    ),
)"#;

struct Haze(Home);

impl Haze {
    fn begin() -> Self {
        let home = Home::new();
        home.book("haze", BOOK);
        home.scenario("haze", SCENARIO);
        home.run(&["new", "haze", "h.ron", "--campaign", "--no-open"]).done();
        Self(home)
    }

    fn give(&self, orders: &[&str]) {
        // A contact does not stop the clock.
        let orders: Vec<&str> =
            orders.iter().map(|order| if *order == "advance" { "advance anyway" } else { order }).collect();
        self.0.run(&[&["do", "h.ron"], &orders[..]].concat()).done();
    }

    /// The log lines of the last entry that Blue saw.
    fn last(&self) -> String {
        let log = self.0.run(&["log", "h.ron", "--for", "Blue"]).done().out;
        let begins = |line: &str| line.get(..9).is_some_and(|number| number.trim().parse::<u32>().is_ok());
        let from = log.lines().collect::<Vec<_>>().iter().rposition(|line| begins(line)).expect("an entry");
        log.lines().skip(from).collect::<Vec<_>>().join("\n")
    }

    /// Blue's sightings of enemy forces.
    fn sightings(&self) -> Vec<String> {
        let state = self.0.run(&["state", "h.ron", "--for", "Blue"]).done().out;
        state.lines().filter_map(|line| line.strip_prefix("sighted by Blue: ")).map(String::from).collect()
    }
}

/// An unknown force at the place of an earlier sighting replaces that sighting. A force known by name has one sighting
/// only.
#[test]
fn nobody_is_known_at_two_places() {
    let haze = Haze::begin();
    haze.give(&["advance"]);
    let told = haze.last();
    assert!(told.contains("Blue sighted infantry, about Cedar (1 to 3 units, infantry, 10 or more SP)"), "{told}");

    // The force leaves and another comes to its place: the old sighting of the place is out of date.
    haze.give(&["march \"Red Corps\" to Dogwood", "advance"]);
    let told = haze.last();
    assert!(told.contains("Blue lost sight of infantry, about Cedar"), "{told}");
    haze.give(&["march \"Red Corps\" to Cedar", "advance"]);
    let known = haze.sightings();
    assert_eq!(known, ["infantry, about Cedar, in sight (1 to 3 units, infantry, 10 or more SP)"]);

    // In contact the force gets a name, and Blue recognizes it by the name elsewhere.
    haze.give(&["march \"Blue Corps\" to Cedar", "advance"]);
    let told = haze.last();
    assert!(told.contains("Blue sighted Red Corps at Cedar, in contact (2 units, infantry, 10 or more SP"), "{told}");
    assert!(told.contains("Blue Corps met Red Corps"), "{told}");
    haze.give(&["halt \"Blue Corps\"", "march \"Red Corps\" to Elm", "advance", "advance", "advance"]);
    let known = haze.sightings();
    assert!(known.len() == 1 && known[0].starts_with("Red Corps at ") && known[0].contains("last seen"), "{known:?}");
    haze.give(&["march \"Blue Corps\" to Cedar", "advance", "march \"Red Corps\" to Dogwood", "advance"]);
    let known = haze.sightings();
    assert_eq!(known.len(), 2, "nobody can tell that it is the same: {known:?}");
    haze.give(&["march \"Blue Corps\" to Dogwood", "advance"]);
    let known = haze.sightings();
    assert!(known.len() == 1 && known[0].starts_with("Red Corps at Dogwood, in contact"), "{known:?}");
}

/// A sighting ages, even if a later sighting may be of the same force.
#[test]
fn old_sightings_age() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Red Corps\" to Dogwood", "advance", "march \"Blue Corps\" to Alder", "advance"]);
    let known = haze.sightings();
    assert_eq!(known, ["infantry, about Cedar, last seen on day 2 (1 to 3 units, infantry, 10 or more SP)"]);
    // A force seen elsewhere may be another force.
    haze.give(&["march \"Red Corps\" to Birch", "advance", "advance"]);
    let known = haze.sightings();
    assert_eq!(known.len(), 2, "{known:?}");
    haze.give(&["march \"Red Corps\" to Elm", "advance", "advance", "advance", "advance"]);
    let known = haze.sightings();
    assert_eq!(known, ["a force, about Cedar, last seen on day 2"], "Birch is looked at, and nobody is there");
}

/// A side does not see the end of a force out of sight, so the last sighting stays. A visible end removes the sighting.
#[test]
fn an_end_out_of_sight_is_not_told() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Red Corps\" to Dogwood", "advance", "advance"]);
    let before = (haze.last(), haze.sightings());
    haze.give(&["eliminate \"1st Red\"", "eliminate \"2nd Red\""]);
    assert_eq!((haze.last(), haze.sightings()), before);

    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "battle Ford from contact 1"]);
    haze.give(&["eliminate \"1st Red\"", "eliminate \"2nd Red\""]);
    let told = haze.last();
    assert!(told.contains("Red Corps gone from the campaign"), "{told}");
    assert_eq!(haze.sightings(), Vec::<String>::new());
}

/// A force that is hidden during a battle stays visible in the battle, so no message says that the side knows nothing
/// of it.
#[test]
fn nothing_untrue_is_told_of_who_is_hidden_in_a_battle() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "battle Ford from contact 1"]);
    haze.give(&["hide \"Red Corps\" from Blue"]);
    let told = haze.last();
    assert!(told.contains("Red Corps now visible only in the battle") && !told.contains("no longer known"), "{told}");
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "hide \"Red Corps\" from Blue"]);
    assert!(haze.last().contains("Red Corps no longer known"), "{}", haze.last());
}

/// A side learns what stopped its own force, and when the contact ends.
#[test]
fn a_side_knows_the_contacts_of_its_own() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Elm", "advance"]);
    let told = haze.last();
    assert!(told.contains("Blue Corps met Red Corps") && told.contains(", and stopped at Birch"), "{told}");
    haze.give(&["advance"]);
    let told = haze.last();
    assert!(told.contains("Blue Corps did not march: in contact with Red Corps"), "{told}");
    let state = haze.0.run(&["state", "h.ron", "--for", "Blue"]).done().out;
    assert!(state.contains("Blue Corps is in contact with Red Corps"), "{state}");

    haze.give(&["halt \"Blue Corps\"", "march \"Red Corps\" to Elm", "advance"]);
    let told = haze.last();
    assert!(told.contains("Blue Corps is no longer in contact with Red Corps"), "{told}");
    let state = haze.0.run(&["state", "h.ron", "--for", "Blue"]).done().out;
    assert!(!state.contains("is in contact"), "{state}");
}

/// A force that a side meets has existed before: the log does not say that it enters or is mustered. All names in the
/// side's orders are known to the side.
#[test]
fn met_forces_were_present_before() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "battle Ford with Blue v \"Red Corps\""]);
    let log = haze.0.run(&["log", "h.ron", "--for", "Blue"]).done().out;
    for untrue in ["Red entered", "formed for Red", "1st Red mustered", "the rules changed", "“as Blue saw it”", " #"]
    {
        assert!(!log.contains(untrue), "{untrue}:\n{log}");
    }
    for told in ["Red came into view", "Red Corps of Red identified", "1st Red identified: infantry"] {
        assert!(log.contains(told), "{told}:\n{log}");
    }
    assert!(log.contains("battle Ford with Blue v \"Red Corps\""), "{log}");
}

/// An enemy's recoveries after a battle are hidden from a side, and so are the referee's proposals for them.
#[test]
fn recovered_strength_of_enemies_is_hidden() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "battle Ford from contact 1"]);
    haze.give(&["lose \"1st Red\" 4", "lose \"1st Blue\" 2", "end battle", "advance", "advance"]);
    let truth = haze.0.run(&["state", "h.ron"]).done().out;
    assert!(truth.matches("SP returning").count() + truth.matches("SP lost permanently").count() >= 4, "{truth}");
    haze.0.run(&["share", "h.ron", "--for", "Blue"]).done();
    let share = "h.Blue.share.ron";
    let log = haze.0.run(&["log", share]).done().out;
    assert!(!log.contains("of Red that still live"), "{log}");
    let state = haze.0.run(&["state", share]).done().out;
    for line in state.lines().filter(|line| line.contains("Red")) {
        assert!(!line.contains("returning") && !line.contains("permanently"), "{line}");
    }
    let proposed = haze.0.run(&["suggest", share]).done().out;
    for word in ["return", "recover", "settle", "Red"] {
        assert!(!proposed.contains(word), "{word}:\n{proposed}");
    }
    let proposals = haze.0.run(&["proposals", share]).done().out;
    assert!(!proposals.contains("return"), "{proposals}");
}

/// A share shows the knowledge of its own side only.
#[test]
fn a_share_is_of_one_side() {
    let haze = Haze::begin();
    haze.give(&["advance"]);
    haze.0.run(&["share", "h.ron", "--for", "Blue"]).done();
    let told = |call: &[&str]| haze.0.run(&[call, &["h.Blue.share.ron"]].concat());
    assert_eq!(told(&["state", "--for", "Blue"]).done().out, told(&["state"]).done().out);
    for call in ["state", "log", "report"] {
        told(&[call, "--for", "Red"])
            .failed(2, &["this is a share, which only holds what Blue knew", "leave out --for"]);
    }
}

/// The end of the campaign is visible to all sides, in the log and in a report, with the words of the order.
#[test]
fn the_end_is_told_to_all() {
    let haze = Haze::begin();
    haze.give(&["advance", "end campaign won by Blue because \"the road is closed\""]);
    let told = haze.last();
    assert!(told.contains("end campaign won by Blue because \"the road is closed\""), "{told}");
    let report = haze.0.run(&["report", "h.ron", "--for", "Blue"]).done().out;
    assert!(report.contains("The road is closed") && report.contains("ended"), "{report}");
    assert!(!report.contains("saw it"), "{report}");
}

/// A player's hints name orders that a player may give, and never the referee's orders.
#[test]
fn a_player_is_advised_of_his_own_orders() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance"]);
    let refused = |order: &str| haze.0.run(&["do", "h.ron", "--as", "Blue", order]).failed(1, &[]).err;
    let told = refused("xyzzy \"Blue Corps\"");
    assert!(
        told.contains("unknown order `xyzzy`") && told.contains("`wardiary help orders` lists the orders"),
        "{told}"
    );
    for (order, near) in [("marhc", "march"), ("hatl", "halt"), ("ordres", "orders")] {
        let told = refused(&format!("{order} \"Blue Corps\""));
        assert!(told.contains(&format!("did you mean `{near}`?")), "{told}");
    }
    for order in ["udno", "stakc"] {
        let told = refused(order);
        assert!(!told.contains("`undo`") && !told.contains("`stack`"), "{told}");
    }
    let told = refused("scrud \"1st Blue\" v \"Red Corps\"");
    assert!(told.contains("“Red Corps” has been sighted but never fought"), "{told}");
    let told = refused("initiative");
    assert!(told.contains("no battle is under way") && !told.contains("battle \""), "{told}");
    haze.give(&["end campaign won by Blue because \"peace\""]);
    let told = refused("halt \"Blue Corps\"");
    assert!(told.contains("the campaign is over") && !told.contains("goto"), "{told}");
}

/// A fighting force is visible although it is hidden: the side's diary contains the fight, and the side can attack the
/// force.
#[test]
fn fighting_units_are_seen_though_hidden() {
    let haze = Haze::begin();
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "hide \"Red Corps\" from Blue"]);
    haze.give(&["battle Ford from contact 1"]);
    haze.0.run(&["do", "h.ron", "--dice", "5,2", "initiative", "first Blue"]).done();
    haze.0.run(&["do", "h.ron", "--as", "Blue", "scrud \"Blue Corps\" v \"Red Corps\""]).done();
    let log = haze.0.run(&["log", "h.ron", "--for", "Blue"]).done().out;
    for told in
        ["the battle Ford began: Blue with 1 unit and Red with 2 units", "Blue won the initiative", "Blue attacked Red"]
    {
        assert!(log.contains(told), "{told}:\n{log}");
    }
}

/// A force that a side first meets in a fight appears in the line-up of that fight and in the report.
#[test]
fn the_fight_by_which_somebody_is_met_is_told() {
    let haze = Haze::begin();
    haze.give(&["hide \"2nd Red\" from Blue", "march \"Blue Corps\" to Cedar", "advance"]);
    haze.give(&["battle Ford from contact 1"]);
    haze.0.run(&["do", "h.ron", "--dice", "5,2", "initiative", "first Blue"]).done();
    let fight = ["do", "h.ron", "--as", "Blue", "scrud \"Blue Corps\" v \"Red Corps\""];
    let told = haze.0.run(&fight).done().out;
    assert!(told.contains(" 2nd Red") && told.contains("2nd Red identified"), "{told}");
    let line_up = told.lines().filter(|line| line.contains("1st Blue  ") || line.contains("extra")).count();
    assert_eq!(line_up, 2, "{told}");
    haze.give(&["end battle"]);
    let report = haze.0.run(&["report", "h.ron", "--for", "Blue"]).done().out;
    assert!(report.contains("The 1st Blue attacked Red"), "{report}");
    assert!(report.contains("| 1st Blue") || report.contains(") 1st Blue |"), "{report}");
    assert!(!report.contains("after the battle had begun"), "{report}");
    let seen = haze.0.run(&["do", "h.ron", "--as", "Blue", "march \"Blue Corps\" to Alder"]).done().out;
    assert!(!seen.contains("note "), "{seen}");
}

/// A revealed unit is known exactly, even during a battle with rules that show strengths in bands.
#[test]
fn units_revealed_in_a_battle_are_known_exactly() {
    let haze = Haze::begin();
    haze.give(&["rules change \"(sight: (fought: (strength: Band([5, 10]), edna: Hidden)))\""]);
    haze.give(&["advance", "march \"Blue Corps\" to Cedar", "advance", "battle Ford from contact 1"]);
    let units = || -> Vec<String> {
        let state = haze.0.run(&["state", "h.ron", "--for", "Blue"]).done().out;
        state
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("1st Red") || line.starts_with("2nd Red"))
            .map(String::from)
            .collect()
    };
    assert!(units().iter().all(|unit| unit.contains("5 to 9")), "{:?}", units());
    haze.give(&["reveal \"1st Red\" to Blue"]);
    assert!(units()[0].contains("7/7") && units()[1].contains("5 to 9"), "{:?}", units());
    assert!(haze.last().contains("1st Red"), "{}", haze.last());
    haze.give(&["lose \"1st Red\" 2"]);
    assert!(units()[0].contains("5/7"), "{:?}", units());
}

/// A unit revealed alone and then with its stack has not come to an end.
#[test]
fn units_revealed_with_others_are_not_gone() {
    let haze = Haze::begin();
    for order in ["hide \"1st Red\" from Blue", "hide \"Red Corps\" from Blue"] {
        haze.give(&[order]);
    }
    haze.give(&["reveal \"1st Red\" to Blue"]);
    assert!(haze.last().contains("Blue sighted 1st Red at Cedar"), "{}", haze.last());
    haze.give(&["reveal \"Red Corps\" to Blue"]);
    let told = haze.last();
    assert!(told.contains("Blue sighted Red Corps at Cedar") && !told.contains("gone from"), "{told}");
    assert_eq!(haze.sightings().len(), 1, "{:?}", haze.sightings());
}

/// The message about a stopped march names the place, although the obstacle is unseen.
#[test]
fn forces_stopped_by_unseen_enemies_learn_the_place() {
    let haze = Haze::begin();
    haze.give(&["hide \"Red Corps\" from Blue", "march \"Blue Corps\" to Elm", "advance"]);
    let told = haze.last();
    let stopped = "Blue Corps was stopped at Birch by something unseen";
    assert!(told.contains(stopped), "{told}");
    assert!(!told.contains("Red"), "{told}");
    haze.give(&["advance"]);
    assert!(haze.last().contains(stopped), "it is held there: {}", haze.last());
    haze.give(&["halt \"Blue Corps\"", "advance"]);
    assert!(!haze.last().contains("stopped"), "who stays is not held: {}", haze.last());
    haze.give(&["march \"Blue Corps\" to Elm", "advance"]);
    assert!(haze.last().contains(stopped), "{}", haze.last());
}

/// A player's written order for an enemy force is not carried out as written.
#[test]
fn orders_for_others_are_not_granted() {
    let haze = Haze::begin();
    haze.give(&["orders Blue \"march \\\"Red Corps\\\" to Elm\""]);
    haze.0.run(&["do", "h.ron", "grant 1"]).failed(1, &["Red Corps takes no orders from Blue", "grant B1 as"]);
    haze.give(&["grant 1 as march \"Red Corps\" to Elm"]);
}

/// Lifting the fog shows every force as it is. New fog keeps the last sightings.
#[test]
fn fog_lifts_and_comes_down() {
    let haze = Haze::begin();
    haze.give(&["march \"Red Corps\" to Fir", "advance", "advance", "rules change \"(sight: (range: None))\""]);
    let told = haze.last();
    assert!(told.contains("the fog of war lifted for Blue") && told.contains("Red Corps of Red identified"), "{told}");
    assert!(!told.contains("mustered") && !told.contains("troop types"), "{told}");
    let state = haze.0.run(&["state", "h.ron", "--for", "Blue"]).done().out;
    assert!(state.contains("Red Corps") && !state.contains("sighted by"), "{state}");
    haze.give(&["rules change \"(sight: (range: 1))\""]);
    let told = haze.last();
    assert!(told.contains("fog of war for Blue: enemy forces out of sight are known only as last seen"), "{told}");
    let known = haze.sightings();
    assert!(
        known.len() == 1 && known[0].starts_with("Red Corps at ") && known[0].contains("last seen on day"),
        "{known:?}"
    );
}
