//! An example of every order, for the help and the reference. The examples belong to the campaign
//! of `docs/reference/scenarios.md`. `docs/reference/orders.txt` gives all of them, and a test carries it out.

use super::{OrderForm, Verb};

impl Verb {
    pub const fn example(self) -> &'static str {
        match self {
            Self::Scrud => "scrud \"Division Hay\" v Garrison",
            Self::Edna => "edna Militia for \"hold the mill\"",
            Self::Retest => "retest Militia",
            Self::Initiative => "initiative",
            Self::First => "first Blue",
            Self::Pass => "pass",
            Self::EndBattle => "end battle in \"The mill\" won by Blue because \"Red gives up the mill\"",
            Self::EndTurn => "end turn",
            Self::Withdraw => "withdraw \"Division Hay\"",
            Self::Commit => "commit Reserve to \"Division Hay\"",
            Self::Reroll => "reroll Fusiliers + Grenadiers",
            Self::Stand => "stand Red",
            Self::Lose => "lose Fusiliers 3 because \"a shell\"",
            Self::Restore => "restore Fusiliers 1 because \"only stunned\"",
            Self::Eliminate => "eliminate Dragoons because \"they ride off\"",
            Self::Promote => "promote Grenadiers 1 this combat because \"they have rested\"",
            Self::Demote => "demote Fusiliers 1 because \"they are out of powder\"",
            Self::Rally => "rally Militia 1",
            Self::Shake => "shake Fusiliers 1 because \"the General is hit\"",
            Self::Wear => "wear Fusiliers fire",
            Self::Note => "note \"Rain towards evening.\"",
            Self::Battle => "battle \"The bridge\" with \"Division Hay\" + \"Light Horse\" v Garrison + \"Red Horse\"",
            Self::Reinforce => "reinforce Reserve",
            Self::Side => "side Green",
            Self::Stack => "stack \"2nd Brigade\" for Blue",
            Self::Unit => "unit Rifles in \"2nd Brigade\" kind infantry strength 4 grade green",
            Self::Assign => "assign Rifles to Reserve",
            Self::Detach => "detach Rifles",
            Self::Rename => "rename Rifles to \"95th Rifles\"",
            Self::Date => "date \"27 August 1811\"",
            Self::RulesChange => "rules change scrud phases 2",
            Self::Test => "test Fusiliers for Nerve",
            Self::Object => "object Red",
            Self::Volley => "volley \"A Battery\" at Militia",
            Self::Argue => {
                "argue \"The Militia run from the horse\" by Blue for \"they have never seen lancers\" against \"they stand behind a wall\" roll 2d6 7+ then demote Militia 1 this combat"
            }
            Self::Branch => "branch \"The bold plan\"",
            Self::Posture => "posture \"Division Hay\" defensive",
            Self::Lead => "lead Garrison with \"Major Brandt\"",
            Self::Unlead => "unlead Garrison",
            Self::Screen => "screen \"Light Horse\" for \"Division Hay\" left",
            Self::Unscreen => "unscreen \"Light Horse\"",
            Self::Merge => "merge \"Light Horse\" into \"Division Hay\"",
            Self::Stats => "stats Hussars to attack 5",
            Self::Conflict => "conflict \"Division Hay\" v Garrison",
            Self::Strike => "strike \"Division Hay\" at Garrison",
            Self::Hold => "hold Garrison",
            Self::Round => "round",
            Self::Rotate => "rotate Garrison 1",
            Self::Join => "join \"Red Horse\" to Garrison",
            Self::Flee => "flee Garrison",
            Self::Disengage => "disengage",
            Self::Move => "move Fusiliers to C1 facing n",
            Self::Face => "face Grenadiers n",
            Self::Place => "place \"Reserve Battalion\" at A2 facing e",
            Self::Mount => "mount Hussars",
            Self::Dismount => "dismount Hussars",
            Self::Limber => "limber \"A Battery\"",
            Self::Unlimber => "unlimber \"A Battery\"",
            Self::Terrain => "terrain D1 is woods because \"the orchard\"",
            Self::Map => "map ridge",
            Self::Objective => "objective mill held by Blue because \"the Fusiliers are in the yard\"",
            Self::Advance => "advance",
            Self::Schedule => "schedule \"The Guard arrives\" at day 3 morning",
            Self::Settle => "settle 1 because \"it came true\"",
            Self::Score => "score Blue 2 because \"the mill held a day\"",
            Self::EndCampaign => "end campaign won by Blue because \"Elm is taken\"",
            Self::Recover => "recover \"Division Hay\"",
            Self::Return => "return Fusiliers",
            Self::Replace => "replace Fusiliers 1 because \"a draft from the depot\"",
            Self::Raise => "raise Dragoons",
            Self::Supply => "supply Reserve short because \"the road is cut\"",
            Self::Theatre => "theatre map \"The mill\"",
            Self::Station => "station Reserve at Ash",
            Self::March => "march \"Division Hay\" to Elm",
            Self::Halt => "halt \"Division Hay\"",
            Self::Contact => "contact \"Division Hay\" with Garrison because \"they meet in the fog\"",
            Self::Give => "give 2",
            Self::Consult => "consult News for Garrison",
            Self::Roll => "roll 2d6 for \"the river rises\"",
            Self::Tell => "tell Red \"Dust on the road from Ash.\"",
            Self::Reveal => "reveal Reserve to Red because \"a deserter talks\"",
            Self::Hide => "hide Reserve from Red because \"fog\"",
            Self::Orders => "orders Red \"burn the bridge\"",
            Self::Cancel => "cancel R3",
            Self::Grant => "grant R1 done because \"played on the table\"",
            Self::Refuse => "refuse R2 because \"the courier is taken\"",
        }
    }
}

/// Examples of what is typed where orders are: the beginning of the form, and the example.
const COMMAND_EXAMPLES: &[(&str, &[&str])] = &[
    ("suggest", &["suggest Blue"]),
    ("propose", &["propose"]),
    ("undo", &["undo"]),
    ("redo", &["redo"]),
    ("goto N", &["goto 3"]),
    ("goto turn", &["goto turn 1", "goto day 1 afternoon"]),
    ("what if", &["what if \"Red holds the mill\" from 3 with the same dice"]),
    ("amend", &["amend 1 dice 6,5"]),
    ("remark", &["remark 3 !? \"too bold by half\""]),
    ("bookmark", &["bookmark 3 \"the crisis\""]),
    ("strike N", &["strike 4"]),
];

impl OrderForm {
    /// An example of each order that the form describes.
    pub fn examples(&self) -> Vec<&'static str> {
        let command = COMMAND_EXAMPLES.iter().find(|(beginning, _)| self.text.starts_with(beginning));
        match command.filter(|_| self.verbs.is_empty()) {
            Some((_, examples)) => examples.to_vec(),
            None => self.verbs.iter().map(|verb| verb.example()).collect(),
        }
    }
}
