//! Examples for each command, shown at the end of its help and man page. A test runs every line.

use clap::Command;

pub type Example = (&'static str, &'static str);

/// The examples, by command. Their saves are named after the samples.
pub const EXAMPLES: &[Example] = &[
    ("Start a campaign and open it", "wardiary new tannenberg"),
    ("Only create it, under a title of your own", "wardiary new wadi \"The wells\" --no-open"),
    ("Start one from a table of units, without a battle yet", "wardiary new units.csv --campaign --no-open"),
    ("Continue a campaign", "wardiary open tannenberg"),
    ("Look at the state after entry 4", "wardiary open tannenberg --at 4"),
    ("Follow it on a projector while somebody else writes it", "wardiary open tannenberg --follow"),
    ("Follow it as one side sees it", "wardiary open tannenberg --for Germans --follow"),
    ("Step through a battle from its beginning", "wardiary review wadi --at 0"),
    ("Compare two copies of a save side by side", "wardiary review tannenberg laptop/tannenberg.ron"),
    ("Let the program roll the dice", "wardiary do tannenberg initiative"),
    ("Enter dice rolled on the table", "wardiary do tannenberg --dice 5,3 initiative 'first Germans'"),
    ("Write a note, and undo it", "wardiary do tannenberg 'note \"rain all day\"' undo"),
    ("Read orders from a file, one per line", "wardiary do tannenberg - < orders.txt"),
    ("Give an order as a player of one side", "wardiary do tannenberg --as Germans initiative"),
    (
        "Play by mail: write an order to a file beside the share",
        "wardiary do share.ron 'orders Germans \"hold the line\"'",
    ),
    ("Print the links of the sides' pages, for phones", "wardiary serve tannenberg --links"),
    ("Dice plus a number", "wardiary roll 3d10+1"),
    ("The three highest of four dice", "wardiary roll 4d6kh3"),
    ("The number of eight dice that show 5 or more", "wardiary odds '8d6>=5'"),
    ("A phase of SCRUD", "wardiary roll 'scrud 4 green v 8 yellow'"),
    ("An EDNA test with dice rolled on the table", "wardiary roll edna 8 --dice 6,4"),
    ("A random table of a rulebook", "wardiary roll consult Weather --rules campaign"),
    ("Two rolls side by side", "wardiary odds 'edna 8' --versus 'edna 9'"),
    ("Three phases of SCRUD", "wardiary odds 'scrud 4 green v 8 yellow' --phases 3"),
    ("An order in the current state of a save", "wardiary odds --save tannenberg 'edna \"37th Brigade\"'"),
    (
        "The whole fight, simulated 500 times",
        "wardiary odds --save tannenberg 'scrud \"XX Corps\" v Russians' --to-the-end --simulate 500",
    ),
    ("The units, their places and strengths, and the side to act", "wardiary state tannenberg"),
    ("The state after entry 4", "wardiary state tannenberg --at 4"),
    ("The state as one side knows it", "wardiary state tannenberg --for Germans"),
    ("The state as JSON, for another program", "wardiary state hundred-days --json"),
    ("The whole diary", "wardiary log tannenberg"),
    ("The entries about one unit", "wardiary log tannenberg --unit '37th Brigade'"),
    ("The first turn of one side, without notes", "wardiary log tannenberg 'side Russians turn 1 not kind note'"),
    ("The branches of the diary", "wardiary log tannenberg --branches"),
    ("The luck of each side", "wardiary luck tannenberg"),
    ("One battle, and each unit in it", "wardiary luck hundred-days --battle Ligny --units"),
    ("The course of the battle and its turning points", "wardiary luck tannenberg --swing"),
    ("One unit", "wardiary service tannenberg '37th Brigade'"),
    ("All units, for a spreadsheet or a program", "wardiary service hundred-days --json"),
    ("The story as Markdown", "wardiary report tannenberg"),
    ("A page with a replay of the battle", "wardiary report tannenberg -o tannenberg.html"),
    ("The story as one side saw it", "wardiary report tannenberg --for Russians"),
    ("Three turns of one battle", "wardiary report hundred-days 'turn 2-4' --battle Ligny"),
    ("Rosters to print, with boxes to cross off", "wardiary report tannenberg --what roster -o rosters.html"),
    ("The current table, for a blog", "wardiary picture tannenberg -o table.svg"),
    (
        "The map after entry 60, large and light",
        "wardiary picture crossings --at 60 --screen map --size 160x50 --theme light -o map.svg",
    ),
    (
        "An order with its odds, as text",
        "wardiary picture tannenberg --order 'scrud \"XX Corps\" v Russians' --size 100x30",
    ),
    ("Your saves, latest first", "wardiary list"),
    ("Every folder and file that the program uses", "wardiary paths"),
    ("List the rulebooks", "wardiary rules"),
    ("Print one in full, with the meaning of each setting", "wardiary rules mouat"),
    ("Write it to a file, as the start of a rulebook of your own", "wardiary rules mouat --ron > ours.ron"),
    ("A campaign from a table of units", "wardiary muster units.csv --title Autumn --rules mouat"),
    ("A scenario for starting campaigns", "wardiary muster units.csv --scenario autumn.ron"),
    ("The units of a save as a table", "wardiary muster --from tannenberg -o units-now.csv"),
    ("List the themes", "wardiary theme"),
    ("Show one in its colours, with the contrast of each", "wardiary theme high-contrast"),
    ("The current settings, and where each comes from", "wardiary settings"),
    ("Write the settings file, with the meaning of each setting", "wardiary settings --write"),
    ("A light theme for this run only", "wardiary settings --set theme=light"),
    ("Check a rulebook before playing with it", "wardiary check ours.ron"),
    ("Several saves at once", "wardiary check tannenberg wadi"),
    ("A built-in map", "wardiary map ridge"),
    ("The map of a battle after entry 60", "wardiary map wadi --at 60"),
    ("The areas that a unit could move to", "wardiary map crossings --at 60 --reach '1st Foot'"),
    ("The areas visible from a place", "wardiary map wadi --at 60 --sight 'The wells'"),
    ("A new map of hexes", "wardiary draw hill.ron --size 30x20 --hex --rules campaign"),
    ("A copy of a built-in map", "wardiary draw crossings"),
    ("Suggest orders to the side to act", "wardiary suggest tannenberg"),
    ("Suggest orders to the other side after entry 30", "wardiary suggest orla --side 'Orla League' --at 30"),
    ("The orders due after entry 30", "wardiary proposals orla --at 30"),
    ("The orders handed in, and their answers", "wardiary orders orla"),
    ("Those that one side handed in", "wardiary orders orla --side 'Orla League'"),
    ("The orders and answers of one side, as it sees them", "wardiary orders tannenberg --for Germans"),
    ("Import the orders that a player sent back", "wardiary orders import map-game share.orders.ron"),
    ("How often each side wins", "wardiary playtest tannenberg --games 20 --seed 1"),
    ("Write what the Germans know, for their player", "wardiary share map-game --for Germans"),
    ("Replace it with a newer share a turn later", "wardiary share map-game --for Germans --force"),
    ("Check every seal, order and die again", "wardiary verify tannenberg wadi"),
    ("Check that a share was honest, once the save is published", "wardiary verify --against share.ron map-game"),
    ("Accept your edits by hand", "wardiary seal tannenberg"),
    ("Merge the entries written on another laptop", "wardiary merge tannenberg laptop/tannenberg.ron"),
    ("Two copies of a save", "wardiary compare tannenberg laptop/tannenberg.ron"),
    ("Two branches of one save", "wardiary compare tannenberg --at 4 --with 8"),
    ("A copy beside the save", "wardiary backup tannenberg"),
    ("A copy elsewhere", "wardiary backup tannenberg -o stick/tannenberg.ron"),
    ("Recover the readable part of a file", "wardiary recover damaged.ron"),
    ("Recover a file whose beginning is missing", "wardiary recover headless.ron --header tannenberg"),
    ("Explain an order", "wardiary help march"),
    ("List all orders", "wardiary help orders"),
    ("Explain a setting of rulebooks", "wardiary help extras"),
    ("A page of the reference: every setting of a rulebook", "wardiary help rulebook"),
    ("For bash, in ~/.bashrc", "source <(wardiary completions bash)"),
    ("For fish, in ~/.config/fish/config.fish", "wardiary completions fish | source"),
    ("Read the man page of a command", "wardiary man do | man -l -"),
    ("Install the man page of the program, for `man wardiary`", "wardiary man > ~/.local/share/man/man1/wardiary.1"),
];

fn command_of((_, line): &Example) -> &'static str {
    line.split_once("wardiary ").and_then(|(_, call)| call.split(' ').next()).unwrap_or_default()
}

pub fn of(command: &str) -> Vec<&'static Example> {
    EXAMPLES.iter().filter(|example| command_of(example) == command).collect()
}

/// Appends its examples to the help of each command. A nested command gets those of its parent's examples that mention
/// it.
pub(super) fn with_examples(declared: Command) -> Command {
    declared.mut_subcommands(|command| {
        let examples = of(command.get_name());
        let name = command.get_name().to_string();
        let command = command.mut_subcommands(|own| {
            let called = format!("wardiary {name} {} ", own.get_name());
            let shown: Vec<&Example> = examples.iter().copied().filter(|(_, line)| line.starts_with(&called)).collect();
            append_examples(own, &shown)
        });
        append_examples(command, &examples)
    })
}

fn append_examples(command: Command, examples: &[&Example]) -> Command {
    if examples.is_empty() {
        return command;
    }
    let header = command.get_styles().get_header();
    let lines: Vec<String> = examples.iter().map(|(what, line)| format!("  {what}:\n    {line}")).collect();
    let before = command.get_after_help().map_or_else(String::new, |help| format!("{}\n\n", help.ansi()));
    let help = format!("{before}{header}Examples:{header:#}\n{}", lines.join("\n"));
    command.after_help(help)
}
