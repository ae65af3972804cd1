//! Examples for each command, shown at the end of its help and man page. A test runs every line.

use clap::Command;

/// A command line and its purpose.
pub type Example = (&'static str, &'static str);

/// The examples, by command. Their saves are named after the samples.
pub const EXAMPLES: &[Example] = &[
    ("Begin a campaign and open it", "wardiary new tannenberg"),
    ("Only make it, under a title of its own", "wardiary new wadi \"The wells\" --no-open"),
    ("From a table of units, without a battle yet", "wardiary new units.csv --campaign --no-open"),
    ("Go on with a campaign", "wardiary open tannenberg"),
    ("Look at it as it was after entry 4", "wardiary open tannenberg --at 4"),
    ("Show it on a projector while somebody else writes it", "wardiary open tannenberg --follow"),
    ("The same as one side sees it, and no more", "wardiary open tannenberg --for Germans --follow"),
    ("Step through a battle from its beginning", "wardiary review wadi --at 0"),
    ("Lay two copies of a save side by side", "wardiary review tannenberg laptop/tannenberg.ron"),
    ("The program throws the dice", "wardiary do tannenberg initiative"),
    ("The dice fell on the table", "wardiary do tannenberg --dice 5,3 initiative 'first Germans'"),
    ("Write something down, and take it back", "wardiary do tannenberg 'note \"rain all day\"' undo"),
    ("Orders from a file, one a line", "wardiary do tannenberg - < orders.txt"),
    ("A player’s, as far as his side may give them", "wardiary do tannenberg --as Germans initiative"),
    ("By mail: into a file beside his share", "wardiary do share.ron 'orders Germans \"hold the line\"'"),
    ("Dice and a sum", "wardiary roll 3d10+1"),
    ("The three highest of four dice", "wardiary roll 4d6kh3"),
    ("How many of eight dice show 5 or more", "wardiary odds '8d6>=5'"),
    ("A phase of SCRUD", "wardiary roll 'scrud 4 green v 8 yellow'"),
    ("An EDNA test with dice that fell on the table", "wardiary roll edna 8 --dice 6,4"),
    ("A random table of a rulebook", "wardiary roll consult Weather --rules campaign"),
    ("Two rolls side by side", "wardiary odds 'edna 8' --versus 'edna 9'"),
    ("Three phases of SCRUD", "wardiary odds 'scrud 4 green v 8 yellow' --phases 3"),
    ("An order, as things stand in a save", "wardiary odds --save tannenberg 'edna \"37th Brigade\"'"),
    (
        "The whole fight, played out 500 times",
        "wardiary odds --save tannenberg 'scrud \"XX Corps\" v Russians' --to-the-end --simulate 500",
    ),
    ("Who is where, how strong, and who is to act", "wardiary state tannenberg"),
    ("As it was after entry 4", "wardiary state tannenberg --at 4"),
    ("What one side knows", "wardiary state tannenberg --for Germans"),
    ("For another program", "wardiary state hundred-days --json"),
    ("All that happened", "wardiary log tannenberg"),
    ("What one unit did and suffered", "wardiary log tannenberg --unit '37th Brigade'"),
    ("The first turn of one side, without notes", "wardiary log tannenberg 'side Russians turn 1 not kind note'"),
    ("The branches of the diary", "wardiary log tannenberg --branches"),
    ("What the dice gave each side", "wardiary luck tannenberg"),
    ("One battle, and each unit in it", "wardiary luck hundred-days --battle Ligny --units"),
    ("How the battle went, and what turned it", "wardiary luck tannenberg --swing"),
    ("One unit", "wardiary service tannenberg '37th Brigade'"),
    ("All of them, for a spreadsheet or a program", "wardiary service hundred-days --json"),
    ("The story as Markdown", "wardiary report tannenberg"),
    ("A page on which the battle can be replayed", "wardiary report tannenberg -o tannenberg.html"),
    ("What one side saw", "wardiary report tannenberg --for Russians"),
    ("Three turns of one battle", "wardiary report hundred-days 'turn 2-4' --battle Ligny"),
    ("Rosters to print, with boxes to cross off", "wardiary report tannenberg --what roster -o rosters.html"),
    ("The table as it stands, for a blog", "wardiary picture tannenberg -o table.svg"),
    (
        "The map after entry 60, large and light",
        "wardiary picture crossings --at 60 --screen map --size 160x50 --theme light -o map.svg",
    ),
    (
        "An order with its odds, as text",
        "wardiary picture tannenberg --order 'scrud \"XX Corps\" v Russians' --size 100x30",
    ),
    ("Your saves, the last written first", "wardiary list"),
    ("Your folders of saves, rulebooks, themes, scenarios and maps", "wardiary paths"),
    ("The rulebooks there are", "wardiary rules"),
    ("One in full, each setting with what it means", "wardiary rules mouat"),
    ("As a file to begin a rulebook of your own from", "wardiary rules mouat --ron > ours.ron"),
    ("A campaign from a table of units", "wardiary muster units.csv --title Autumn --rules mouat"),
    ("A scenario, from which campaigns can be begun", "wardiary muster units.csv --scenario autumn.ron"),
    ("The units of a save as such a table", "wardiary muster --from tannenberg -o units-now.csv"),
    ("The themes there are", "wardiary theme"),
    ("One in its colours, with the contrast of each", "wardiary theme high-contrast"),
    ("What holds, and where it came from", "wardiary settings"),
    ("Write the file of settings, with what each means", "wardiary settings --write"),
    ("A light theme for this once", "wardiary settings --set theme=light"),
    ("A rulebook, before it is played with", "wardiary check ours.ron"),
    ("Several saves at once", "wardiary check tannenberg wadi"),
    ("A map that ships", "wardiary map ridge"),
    ("A battle on its map, as it was after entry 60", "wardiary map wadi --at 60"),
    ("Where a unit could move", "wardiary map crossings --at 60 --reach '1st Foot'"),
    ("What is seen from a place", "wardiary map wadi --at 60 --sight 'The wells'"),
    ("A new map of hexes", "wardiary draw hill.ron --size 30x20 --hex --rules campaign"),
    ("A copy of one that ships", "wardiary draw crossings"),
    ("What the side to act could do well", "wardiary suggest tannenberg"),
    ("What the other side could have done", "wardiary suggest orla --side 'Orla League' --at 30"),
    ("What was due after entry 30", "wardiary proposals orla --at 30"),
    ("What waits for the referee’s answer", "wardiary orders orla"),
    ("What one side handed in", "wardiary orders orla --side 'Orla League'"),
    ("What one side asked for, and what was answered", "wardiary orders tannenberg --for Germans"),
    ("Take in what a player sent back", "wardiary orders import map-game share.orders.ron"),
    ("Who wins how often", "wardiary playtest tannenberg --games 20 --seed 1"),
    ("What the Germans know, for their player", "wardiary share map-game --for Germans"),
    ("The same a turn later, over the older one", "wardiary share map-game --for Germans --force"),
    ("Every seal, order and die looked at again", "wardiary verify tannenberg wadi"),
    ("Whether a share was honest, now that the save is given out", "wardiary verify --against share.ron map-game"),
    ("Accept what you changed by hand", "wardiary seal tannenberg"),
    ("Take in what was played on another laptop", "wardiary merge tannenberg laptop/tannenberg.ron"),
    ("Two copies of a save", "wardiary compare tannenberg laptop/tannenberg.ron"),
    ("Two ways of one save", "wardiary compare tannenberg --at 4 --with 8"),
    ("A copy beside the save", "wardiary backup tannenberg"),
    ("A copy elsewhere", "wardiary backup tannenberg -o stick/tannenberg.ron"),
    ("Save what can be read", "wardiary recover damaged.ron"),
    ("Of a file without its beginning", "wardiary recover headless.ron --header tannenberg"),
    ("Explain an order", "wardiary help march"),
    ("List all orders", "wardiary help orders"),
    ("Explain a setting of rulebooks", "wardiary help extras"),
    ("A page of the reference: every setting of a rulebook", "wardiary help rulebook"),
    ("For bash, in ~/.bashrc", "source <(wardiary completions bash)"),
    ("For fish, in ~/.config/fish/config.fish", "wardiary completions fish | source"),
    ("Read the page of a command", "wardiary man do | man -l -"),
    (
        "Install the page of the program, so that `man wardiary` shows it",
        "wardiary man > ~/.local/share/man/man1/wardiary.1",
    ),
];

/// The command that an example calls.
fn command_of((_, line): &Example) -> &'static str {
    line.split_once("wardiary ").and_then(|(_, call)| call.split(' ').next()).unwrap_or_default()
}

/// The examples of a command.
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

/// Appends examples to a command's help.
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
