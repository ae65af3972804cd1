//! The table of all commands: the id of each, its name in key files and its default keys. A component declares the
//! commands that it offers by their ids, with `commands!`.
//!
//! `assets/keys.ron` prints the table for users. A test holds them equal.

use super::motion::Motion::{self, Bottom, Down, PageDown, PageUp, Top, Up};
use CommandKind::{Back, Help, Moves, Order, Plain};
use crokey::KeyCombination;
use wardiary_base::book::Mechanism::{self, Edna, Scrud, Stacks, Tests, Turns, Volleys};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Plain,
    /// Goes back, or closes an overlay without changing anything. The footer always shows it.
    Back,
    /// Opens the help. The footer always shows it, last.
    Help,
    Moves(Motion),
    /// Gives an order of this mechanism. The help leaves it out if the rulebook does without the mechanism.
    Order(Mechanism),
}

struct Row {
    name: &'static str,
    keys: &'static [&'static [KeyCombination]],
    kind: CommandKind,
}

/// Passes the table to the macro `$with`. A row has an id, the name in key files and the default keys, and for some
/// commands a [`CommandKind`]. Keys that are pressed in sequence are in the same brackets. A row with `@` has
/// the common part of several names, and the commands that have the same keys in most groups. A group has its name in
/// key files and its id. Groups and rows have the order of `assets/keys.ron`.
macro_rules! command_table {
    ($with:ident) => {
        $with! {
            menu Menu {
                @ "menu" Down MenuDown, Up MenuUp, PageDown MenuPageDown, PageUp MenuPageUp, Top MenuTop;
                @ "menu" Bottom MenuBottom;
                MenuChoose "menu-choose" [enter] [space] [l];
                MenuSample "menu-sample" [s];
                MenuTable "menu-table" [t];
                MenuRules "menu-rules" [b];
                MenuJump "menu-jump" ['\''] [ctrl-p];
                @ "menu" Find MenuFind, FindNext MenuFindNext;
                MenuRename "menu-rename" [r];
                MenuCopy "menu-copy" [c];
                MenuDelete "menu-delete" [d] [delete];
                @ "menu" Back MenuBack, Help MenuHelp, Quit MenuQuit;
            }
            shelf StartLine {
                StartLineAccept "shelf-accept" [enter];
                StartLineComplete "shelf-complete" [tab];
                StartLineDown "shelf-down" [down];
                StartLineUp "shelf-up" [up];
                StartLineCancel "shelf-cancel" [esc] [ctrl-c] => Back;
            }
            choosing StartList {
                StartListAccept "choosing-take" [enter];
                @ "choosing" Find StartListFind, FindNext StartListFindNext, Down StartListDown, Up StartListUp;
                @ "choosing" PageDown StartListPageDown, PageUp StartListPageUp, Top StartListTop, Bottom StartListBottom;
                StartListClose "choosing-close" [esc] [q] [ctrl-c] => Back;
            }
            battle Battle {
                GoOn "go-on" [enter];
                Order "order" [':'];
                Scrud "scrud" [s] => Order(Scrud);
                Support "support" [a] => Order(Scrud);
                Edna "edna" [e] => Order(Edna);
                Volley "volley" [v] => Order(Volleys);
                Test "test" [t] => Order(Tests);
                Argue "argue" [ctrl-a];
                Conflict "conflict" [shift-c] => Order(Stacks);
                Strike "strike" [d] => Order(Stacks);
                Posture "posture" [shift-p] => Order(Stacks);
                Lead "lead" [shift-l] => Order(Stacks);
                Screen "screen" [shift-s] => Order(Stacks);
                Initiative "initiative" [i] => Order(Turns);
                First "first" [f] => Order(Turns);
                Stand "stand" [x] => Order(Scrud);
                Reroll "reroll" [shift-r] => Order(Scrud);
                Pass "pass" [p] => Order(Turns);
                EndTurn "end-turn" [shift-e] => Order(Turns);
                Withdraw "withdraw" [w] => Order(Scrud);
                Commit "commit" [c] => Order(Scrud);
                Lose "lose" ['-'];
                Restore "restore" ['+'] ['='];
                Promote "promote" ['>'];
                Demote "demote" ['<'];
                Round "round" [r] => Order(Stacks);
                Edge "edge" [o];
                Note "note" ['#'];
                Begin "begin" [b];
                EndBattle "end-battle" [ctrl-e];
                HandDice "hand-dice" [shift-h];
                HandDiceOfSide "hand-dice-of-side" [alt-h];
                Undo "undo" [u];
                Redo "redo" [shift-u] [ctrl-r];
                WriteOn "write-on" [shift-w];
                Amend "amend" [shift-a];
                CorrectDice "correct-dice" [shift-k];
                StrikeOut "strike-out" [shift-x];
                WhatIf "what-if" [shift-i];
                StillToDo "still-to-do" [shift-d];
                NextLeft "next-left" ['.'];
                Branches "branches" [shift-b];
                Suggest "suggest" [y];
                Zoom "zoom" [z];
                Wider "wider" [ctrl-right];
                Narrower "narrower" [ctrl-left];
                Taller "taller" [ctrl-down];
                Shorter "shorter" [ctrl-up];
                PanesReset "panes-reset" [shift-z];
                Map "map" [2];
                Review "review" [3];
                Odds "odds" [4];
                Campaign "campaign" [5];
                Luck "luck" [6];
                Service "service" [7];
                Record "record" [shift-v];
                SaveAs "save-as" [ctrl-s];
                Jump "jump" ['\'', '\''] [ctrl-p];
                JumpUnit "jump-unit" ['\'', u];
                JumpStack "jump-stack" ['\'', s];
                JumpBattle "jump-battle" ['\'', b];
                JumpMark "jump-mark" ['\'', m];
                JumpSave "jump-save" ['\'', o];
                Find "find" ['/'];
                FindNext "find-next" [n];
                Pick "pick" [space];
                Up "up" [up] [k] => Moves(Up);
                Down "down" [down] [j] => Moves(Down);
                Fold "fold" [left] [h];
                Unfold "unfold" [right] [l];
                PageUp "page-up" [pageup] [ctrl-b] => Moves(PageUp);
                PageDown "page-down" [pagedown] [ctrl-f] => Moves(PageDown);
                Top "top" [home] [g] => Moves(Top);
                Bottom "bottom" [end] [shift-g] => Moves(Bottom);
                NextPane "next-pane" [tab];
                PreviousPane "previous-pane" [backtab];
                NextBattle "next-battle" ['}'];
                PreviousBattle "previous-battle" ['{'];
                LookAs "look-as" [f3];
                Mouse "mouse" [shift-m];
                Theme "theme" [shift-t];
                FirstSteps "first-steps" [f2];
                ReadAgain "read-again" [f5];
                Copy "copy" [shift-y];
                Report "report" [f6];
                Help "help" ['?'] [f1] => Help;
                Back "back" [esc] => Back;
                Menu "menu" [shift-q];
                Suspend "suspend" [ctrl-z];
                Quit "quit" [q] [ctrl-c];
            }
            compose Compose {
                Give "give" [enter];
                Complete "complete" [tab];
                SuggestionDown "suggestion-down" [down] [ctrl-n] => Moves(Down);
                SuggestionUp "suggestion-up" [up] [ctrl-p] [backtab] => Moves(Up);
                ComposeEarlier "compose-earlier" [alt-up];
                ComposeLater "compose-later" [alt-down];
                ComposeHandDice "compose-hand-dice" [ctrl-t];
                ComposeReadAgain "compose-read-again" [f5];
                ComposeOdds "compose-odds" [ctrl-o];
                ComposeForm "compose-form" [f4];
                ComposeCancel "compose-cancel" [esc] [ctrl-c] => Back;
            }
            name Name {
                SaveAsWrite "save-as-write" [enter];
                SaveAsCancel "save-as-cancel" [esc] [ctrl-c] => Back;
            }
            find Find {
                FindLook "find-look" [enter];
                FindDown "find-down" [down] [ctrl-n];
                FindUp "find-up" [up] [ctrl-p];
                FindCancel "find-cancel" [esc] [ctrl-c] => Back;
            }
            found Found {
                FoundNext "found-next" [n];
                FoundPrevious "found-previous" [shift-n];
                FoundLook "found-look" ['/'];
                FoundClose "found-close" [esc] => Back;
            }
            hand Hand {
                HandGive "hand-give" [enter];
                HandThrow "hand-throw" [t];
                HandNext "hand-next" [right] [tab] [l];
                HandSpace "hand-space" [space];
                HandPrevious "hand-previous" [left] [backtab] [h];
                HandUp "hand-up" [up] [k];
                HandDown "hand-down" [down] [j];
                HandErase "hand-erase" [backspace] [delete];
                HandCancel "hand-cancel" [esc] [ctrl-c] => Back;
            }
            form Form {
                FormGive "form-give" [enter];
                FormNext "form-next" [tab];
                FormPrevious "form-previous" [backtab];
                FormDown "form-down" [down];
                FormUp "form-up" [up];
                FormChoose "form-choose" [ctrl-n];
                FormRemove "form-remove" [ctrl-d];
                FormLine "form-line" [f4];
                FormCancel "form-cancel" [esc] [ctrl-c] => Back;
            }
            list List {
                ListAccept "list-accept" [enter];
                @ "list" Find ListFind, FindNext ListFindNext, Down ListDown, Up ListUp, PageDown ListPageDown;
                @ "list" PageUp ListPageUp, Top ListTop, Bottom ListBottom;
                ListClose "list-close" [esc] [q] [ctrl-c] => Back;
            }
            links Links {
                LinksCode "links-code" [enter];
                LinksRenew "links-renew" [f5];
                LinksRevoke "links-revoke" [delete] [backspace];
                @ "links" Down LinksDown, Up LinksUp;
                LinksClose "links-close" [esc] [q] [ctrl-c] => Back;
            }
            map Map {
                MapPoint "map-point" [enter];
                MapPick "map-pick" [space];
                MapAwaited "map-awaited" [i];
                @ "map" Left MapLeft, Right MapRight, Up MapUp, Down MapDown, PageUp MapPageUp, PageDown MapPageDown;
                @ "map" Top MapTop, Bottom MapBottom;
                MapNextUnit "map-next-unit" [tab];
                MapPreviousUnit "map-previous-unit" [backtab];
                MapLayer "map-layer" [';', ';'];
                MapAllRoom "map-all-room" [z];
                @ "map" Wider MapWider, Narrower MapNarrower, Taller MapTaller, Shorter MapShorter;
                @ "map" PanesReset MapPanesReset;
                MapOrders "map-orders" [';', m];
                MapRanges "map-ranges" [';', r];
                MapThreat "map-threat" [';', t];
                MapSight "map-sight" [';', s];
                MapObjectives "map-objectives" [';', o];
                MapGround "map-ground" [';', g];
                MapZoomIn "map-zoom-in" ['+'] ['='];
                MapZoomOut "map-zoom-out" ['-'];
                MapWhole "map-whole" [0];
                @ "map" NextBattle MapNextBattle, PreviousBattle MapPreviousBattle;
                MapNextMap "map-next-map" [';', n];
                MapDraw "map-draw" [ctrl-d];
                MapMove "map-move" [m];
                MapFace "map-face" [shift-o];
                MapVolley "map-volley" [v];
                MapScrud "map-scrud" [s];
                MapConflict "map-conflict" [shift-c];
                MapEdna "map-edna" [e];
                MapPlace "map-place" ['_'];
                MapRecord "map-record" [shift-v];
                @ "map" Order MapOrder, Suggest MapSuggest, Undo MapUndo, Redo MapRedo;
                MapHandDice "map-hand-dice" [shift-h];
                MapPass "map-pass" [p];
                MapEndTurn "map-end-turn" [shift-e];
                @ "map" Earlier MapEarlier, Later MapLater, LookAs MapLookAs, Mouse MapMouse, Theme MapTheme;
                @ "map" Find MapFind, FindNext MapFindNext;
                @ "map" ReadAgain MapReadAgain, Copy MapCopy, Help MapHelp, Back MapBack, Suspend MapSuspend;
                @ "map" Quit MapQuit;
            }
            map_aim MapAim {
                AimGive "aim-give" [enter] [space];
                AimTurn "aim-turn" [tab] [r];
                AimTurnBack "aim-turn-back" [backtab];
                @ "aim" Left AimLeft, Right AimRight, Up AimUp, Down AimDown, Help AimHelp, Back AimBack, Quit AimQuit;
            }
            review Review {
                ReviewPlay "review-play" [space];
                ReviewForward "review-forward" [right] [l];
                ReviewBack "review-back" [left] [h];
                ReviewFaster "review-faster" ['+'] ['='];
                ReviewSlower "review-slower" ['-'];
                ReviewNextTurn "review-next-turn" [']'];
                ReviewPreviousTurn "review-previous-turn" ['['];
                ReviewNextPhase "review-next-phase" [')'];
                ReviewPreviousPhase "review-previous-phase" ['('];
                @ "review" NextBattle ReviewNextBattle, PreviousBattle ReviewPreviousBattle;
                ReviewGo "review-go" [':'];
                ReviewFilter "review-filter" ['/'];
                ReviewNextMatch "review-next-match" [n];
                ReviewPreviousMatch "review-previous-match" [shift-n];
                ReviewNextFork "review-next-fork" [shift-j];
                ReviewPreviousFork "review-previous-fork" [alt-j];
                ReviewNextTurningPoint "review-next-turning-point" [ctrl-t];
                ReviewPreviousTurningPoint "review-previous-turning-point" [alt-t];
                ReviewOtherWay "review-other-way" ['\\'];
                ReviewRemark "review-remark" ['#'];
                ReviewBookmark "review-bookmark" ['*'];
                ReviewRemarks "review-remarks" ['\'', r];
                ReviewBranches "review-branches" [shift-b];
                ReviewCompare "review-compare" [alt-c];
                ReviewAmend "review-amend" [shift-a];
                ReviewCorrect "review-correct" [shift-k];
                ReviewStrike "review-strike" [shift-x];
                ReviewWhatIf "review-what-if" [shift-i];
                ReviewScrubOn "review-scrub-on" [alt-right];
                ReviewScrubBack "review-scrub-back" [alt-left];
                ReviewWriteOn "review-write-on" [shift-w];
                @ "review" Zoom ReviewZoom, Wider ReviewWider, Narrower ReviewNarrower, Taller ReviewTaller;
                @ "review" Shorter ReviewShorter, PanesReset ReviewPanesReset, Up ReviewUp, Down ReviewDown;
                @ "review" PageUp ReviewPageUp, PageDown ReviewPageDown, Top ReviewTop, Bottom ReviewBottom;
                ReviewNextPane "review-next-pane" [tab];
                ReviewFold "review-fold" [enter];
                ReviewRecord "review-record" [shift-v];
                @ "review" LookAs ReviewLookAs, Mouse ReviewMouse, Theme ReviewTheme, Copy ReviewCopy, Help ReviewHelp;
                ReviewReport "review-report" [f6];
                @ "review" Close ReviewClose, Suspend ReviewSuspend, Quit ReviewQuit;
            }
            review_line ReviewLine {
                ReviewEnter "review-enter" [enter];
                ReviewLineDown "review-line-down" [down] [ctrl-n];
                ReviewLineUp "review-line-up" [up] [ctrl-p];
                ReviewCancel "review-cancel" [esc] [ctrl-c] => Back;
            }
            compare Compare {
                CompareLook "compare-look" [enter];
                @ "compare" Find CompareFind, FindNext CompareFindNext;
                CompareNextPane "compare-next-pane" [tab] [right] [l];
                ComparePreviousPane "compare-previous-pane" [backtab] [left] [h];
                @ "compare" Down CompareDown, Up CompareUp, PageDown ComparePageDown, PageUp ComparePageUp;
                @ "compare" Top CompareTop, Bottom CompareBottom;
                CompareClose "compare-close" [esc] [q] [ctrl-c] => Back;
            }
            after After {
                AfterAccept "after-accept" [enter] [space];
                @ "after" Undo AfterUndo, Down AfterDown, Up AfterUp, PageDown AfterPageDown, PageUp AfterPageUp;
                @ "after" Top AfterTop, Bottom AfterBottom;
                AfterClose "after-close" [esc] [q] [ctrl-c] => Back;
            }
            faults Faults {
                @ "faults" Down FaultsDown, Up FaultsUp, PageDown FaultsPageDown, PageUp FaultsPageUp, Top FaultsTop;
                @ "faults" Bottom FaultsBottom;
                FaultsClose "faults-close" [esc] [enter] [q] [ctrl-c] => Back;
            }
            odds Odds {
                OddsAccept "odds-accept" [enter] [space];
                OddsType "odds-type" [':'];
                @ "odds" Next OddsNext, Previous OddsPrevious;
                OddsLeft "odds-left" [ctrl-l];
                OddsPlayOut "odds-play-out" ['%'];
                OddsStop "odds-stop" [ctrl-x];
                @ "odds" Find OddsFind, FindNext OddsFindNext, Zoom OddsZoom, Wider OddsWider, Narrower OddsNarrower;
                @ "odds" Taller OddsTaller, Shorter OddsShorter, PanesReset OddsPanesReset, Down OddsDown, Up OddsUp;
                @ "odds" PageDown OddsPageDown, PageUp OddsPageUp;
                OddsBattle "odds-battle" [1];
                OddsOrder "odds-order" [ctrl-o];
                @ "odds" LookAs OddsLookAs, Copy OddsCopy, Help OddsHelp, Close OddsClose, Quit OddsQuit;
            }
            campaign Campaign {
                CampaignChoose "campaign-choose" [enter];
                CampaignGive "campaign-give" ['!'];
                CampaignGiveAll "campaign-give-all" ['&'];
                CampaignLeave "campaign-leave" [delete] [backspace];
                CampaignAdvance "campaign-advance" [shift-f];
                CampaignSchedule "campaign-schedule" ['@'];
                CampaignSettle "campaign-settle" ['$'];
                CampaignRefuse "campaign-refuse" [ctrl-n];
                CampaignTell "campaign-tell" ['"'];
                CampaignImport "campaign-import" [alt-i];
                CampaignBegin "campaign-begin" [b];
                CampaignEnd "campaign-end" [ctrl-e];
                CampaignFight "campaign-fight" ['\'', f];
                CampaignMap "campaign-map" ['\'', g];
                CampaignRecord "campaign-record" [shift-v];
                CampaignCard "campaign-card" ['\'', c];
                CampaignEntries "campaign-entries" ['\'', e];
                CampaignNetwork "campaign-network" ['\'', n];
                @ "campaign" Order CampaignOrder, Suggest CampaignSuggest;
                CampaignForms "campaign-forms" [f4];
                CampaignLinks "campaign-links" [f8];
                CampaignNote "campaign-note" ['#'];
                @ "campaign" Find CampaignFind, FindNext CampaignFindNext;
                CampaignPick "campaign-pick" [space];
                @ "campaign" Undo CampaignUndo, Redo CampaignRedo, Next CampaignNext, Previous CampaignPrevious;
                CampaignFold "campaign-fold" [left] [h];
                CampaignUnfold "campaign-unfold" [right] [l];
                CampaignFoldAll "campaign-fold-all" [alt-l];
                @ "campaign" Zoom CampaignZoom, Wider CampaignWider, Narrower CampaignNarrower, Taller CampaignTaller;
                @ "campaign" Shorter CampaignShorter, PanesReset CampaignPanesReset, NextBattle CampaignNextBattle;
                @ "campaign" PreviousBattle CampaignPreviousBattle, Earlier CampaignEarlier, Later CampaignLater;
                @ "campaign" Up CampaignUp, Down CampaignDown, PageUp CampaignPageUp, PageDown CampaignPageDown;
                @ "campaign" Top CampaignTop, Bottom CampaignBottom;
                CampaignHandDice "campaign-hand-dice" [shift-h];
                @ "campaign" LookAs CampaignLookAs, Mouse CampaignMouse, Theme CampaignTheme;
                @ "campaign" ReadAgain CampaignReadAgain, Copy CampaignCopy, Help CampaignHelp, Back CampaignBack;
                CampaignReport "campaign-report" [f6];
                CampaignShare "campaign-share" [f7];
                CampaignShareAll "campaign-share-all" [alt-s];
                @ "campaign" Suspend CampaignSuspend, Quit CampaignQuit;
            }
            luck Luck {
                LuckChoose "luck-choose" [enter];
                @ "luck" Find LuckFind, FindNext LuckFindNext;
                LuckBattle "luck-battle" ['}'];
                LuckAll "luck-all" [alt-a];
                LuckStop "luck-stop" [ctrl-x];
                LuckAgain "luck-again" [f5];
                @ "luck" Next LuckNext, Previous LuckPrevious, Up LuckUp, Down LuckDown, PageUp LuckPageUp;
                @ "luck" PageDown LuckPageDown, Top LuckTop, Bottom LuckBottom, Zoom LuckZoom, Wider LuckWider;
                @ "luck" Narrower LuckNarrower, Taller LuckTaller, Shorter LuckShorter, PanesReset LuckPanesReset;
                @ "luck" LookAs LuckLookAs, Mouse LuckMouse, Theme LuckTheme, Copy LuckCopy, Help LuckHelp;
                @ "luck" Close LuckClose, Suspend LuckSuspend, Quit LuckQuit;
            }
            service Service {
                ServiceChoose "service-choose" [enter];
                @ "service" Find ServiceFind, FindNext ServiceFindNext;
                ServiceLater "service-later" [']'];
                ServiceEarlier "service-earlier" ['['];
                ServiceStop "service-stop" [ctrl-x];
                ServiceAgain "service-again" [f5];
                @ "service" Next ServiceNext, Previous ServicePrevious, Up ServiceUp, Down ServiceDown;
                @ "service" PageUp ServicePageUp, PageDown ServicePageDown, Top ServiceTop, Bottom ServiceBottom;
                @ "service" Zoom ServiceZoom, Wider ServiceWider, Narrower ServiceNarrower, Taller ServiceTaller;
                @ "service" Shorter ServiceShorter, PanesReset ServicePanesReset, LookAs ServiceLookAs;
                @ "service" Mouse ServiceMouse, Theme ServiceTheme, Copy ServiceCopy, Help ServiceHelp;
                @ "service" Close ServiceClose, Suspend ServiceSuspend, Quit ServiceQuit;
            }
            draw Draw {
                DrawPaint "draw-paint" [space];
                DrawPen "draw-pen" [enter];
                @ "draw" Left DrawLeft, Right DrawRight, Up DrawUp, Down DrawDown;
                DrawNw "draw-nw" [home] [shift-left];
                DrawNe "draw-ne" [pageup] [shift-right];
                DrawSw "draw-sw" [end] [ctrl-left];
                DrawSe "draw-se" [pagedown] [ctrl-right];
                DrawPageUp "draw-page-up" [ctrl-b] => Moves(PageUp);
                DrawPageDown "draw-page-down" [ctrl-f] => Moves(PageDown);
                DrawTop "draw-top" [g] => Moves(Top);
                DrawBottom "draw-bottom" [shift-g] => Moves(Bottom);
                DrawTool "draw-tool" [tab];
                DrawToolBack "draw-tool-back" [backtab];
                DrawTerrain "draw-terrain" [t];
                DrawEdges "draw-edges" [e];
                DrawRoads "draw-roads" [r];
                DrawUnits "draw-units" [p];
                DrawNext "draw-next" [']'];
                DrawPrevious "draw-previous" ['['];
                Draw1 "draw-1" [1];
                Draw2 "draw-2" [2];
                Draw3 "draw-3" [3];
                Draw4 "draw-4" [4];
                Draw5 "draw-5" [5];
                Draw6 "draw-6" [6];
                Draw7 "draw-7" [7];
                Draw8 "draw-8" [8];
                Draw9 "draw-9" [9];
                DrawTurn "draw-turn" ['>'] ['.'];
                DrawTurnBack "draw-turn-back" ['<'] [','];
                DrawFill "draw-fill" [f];
                DrawBrush "draw-brush" [b];
                DrawPick "draw-pick" [i];
                DrawName "draw-name" [n];
                DrawObjective "draw-objective" [o];
                DrawHolder "draw-holder" [shift-o];
                DrawOff "draw-off" [x] [delete];
                @ "draw" Undo DrawUndo, Redo DrawRedo;
                DrawSave "draw-save" [ctrl-s];
                DrawSaveAs "draw-save-as" [shift-s];
                DrawSize "draw-size" [s];
                DrawTitle "draw-title" [shift-n];
                DrawAbout "draw-about" [shift-a];
                DrawZoomIn "draw-zoom-in" ['+'] ['='];
                DrawZoomOut "draw-zoom-out" ['-'];
                DrawWhole "draw-whole" [w];
                DrawJump "draw-jump" ['\''] [ctrl-p];
                DrawFind "draw-find" ['/'];
                DrawFindNext "draw-find-next" [ctrl-n];
                @ "draw" Mouse DrawMouse, Theme DrawTheme, Help DrawHelp, Back DrawBack, Suspend DrawSuspend;
                @ "draw" Quit DrawQuit;
            }
            draw_line DrawLine {
                DrawLineAccept "draw-line-accept" [enter];
                DrawLineCancel "draw-line-cancel" [esc] [ctrl-c] => Back;
            }
            unsaved Unsaved {
                UnsavedAnswer "unsaved-answer" [enter] [space];
                UnsavedSave "unsaved-save" [s] [ctrl-s];
                UnsavedLose "unsaved-lose" [x];
                UnsavedCancel "unsaved-cancel" [esc] => Back;
                @ "unsaved" Down UnsavedDown, Up UnsavedUp;
            }
            odds_roll OddsRoll {
                OddsTyped "odds-typed" [enter];
                @ "odds-roll" Next OddsRollNext, Previous OddsRollPrevious;
                OddsRollLeft "odds-roll-left" [ctrl-l];
                OddsRollStop "odds-roll-stop" [ctrl-x];
                OddsRollDown "odds-roll-down" [down] => Moves(Down);
                OddsRollUp "odds-roll-up" [up] => Moves(Up);
                OddsRollPageDown "odds-roll-page-down" [pagedown] => Moves(PageDown);
                OddsRollPageUp "odds-roll-page-up" [pageup] => Moves(PageUp);
                OddsRollOrder "odds-roll-order" [ctrl-o];
                OddsRollLookAs "odds-roll-look-as" [f3];
                OddsRollClose "odds-roll-close" [esc] [ctrl-c] => Back;
            }
            picker Picker {
                PickGo "pick-go" [enter];
                PickDown "pick-down" [down] [ctrl-n] [tab] => Moves(Down);
                PickUp "pick-up" [up] [ctrl-p] [backtab] => Moves(Up);
                @ "pick" PageDown PickPageDown, PageUp PickPageUp;
                PickClose "pick-close" [esc] [ctrl-c] => Back;
            }
            help Help {
                HelpDown "help-down" [down] => Moves(Down);
                HelpUp "help-up" [up] => Moves(Up);
                HelpPageDown "help-page-down" [pagedown] => Moves(PageDown);
                HelpPageUp "help-page-up" [pageup] => Moves(PageUp);
                HelpDo "help-do" [enter];
                HelpClose "help-close" [esc] [f1] [ctrl-c] => Back;
            }
        }
    };
}

macro_rules! rows {
    ($($field:ident $Group:ident {
        $(
            $(@ $start:literal $($Usual:ident $UsualId:ident),+)?
            $($Id:ident $name:literal $([$($($key:tt)-+),+])+ $(=> $kind:expr)?)?
        ;)*
    })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GroupId {
            $($Group,)*
        }

        impl GroupId {
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Group => stringify!($field),)*
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum CommandId {
            $($($($Id,)? $($($UsualId,)+)?)*)*
        }

        impl CommandId {
            pub const ALL: &[Self] = &[$($($(Self::$Id,)? $($(Self::$UsualId,)+)?)*)*];
        }

        /// The row of each command, in the order of [`CommandId::ALL`].
        const ROWS: &[Row; CommandId::ALL.len()] = &[$($(
            $(rows!(@row $name, $([$($($key)-+),+])+ $(=> $kind)?),)?
            $($(rows!(@usual $start $Usual),)+)?
        )*)*];
    };
    (@row $name:expr, $([$($($key:tt)-+),+])+) => { rows!(@row $name, $([$($($key)-+),+])+ => Plain) };
    (@row $name:expr, $([$($($key:tt)-+),+])+ => $kind:expr) => {
        Row { name: $name, keys: &[$(&[$(crokey::key!($($key)-+)),+]),+], kind: $kind }
    };
    (@usual $start:literal Down) => { rows!(@row concat!($start, "-down"), [down] [j] => Moves(Down)) };
    (@usual $start:literal Up) => { rows!(@row concat!($start, "-up"), [up] [k] => Moves(Up)) };
    (@usual $start:literal PageDown) => { rows!(@row concat!($start, "-page-down"), [pagedown] [ctrl-f] => Moves(PageDown)) };
    (@usual $start:literal PageUp) => { rows!(@row concat!($start, "-page-up"), [pageup] [ctrl-b] => Moves(PageUp)) };
    (@usual $start:literal Top) => { rows!(@row concat!($start, "-top"), [home] [g] => Moves(Top)) };
    (@usual $start:literal Bottom) => { rows!(@row concat!($start, "-bottom"), [end] [shift-g] => Moves(Bottom)) };
    (@usual $start:literal Zoom) => { rows!(@row concat!($start, "-zoom"), [z]) };
    (@usual $start:literal Wider) => { rows!(@row concat!($start, "-wider"), [ctrl-right]) };
    (@usual $start:literal Narrower) => { rows!(@row concat!($start, "-narrower"), [ctrl-left]) };
    (@usual $start:literal Taller) => { rows!(@row concat!($start, "-taller"), [ctrl-down]) };
    (@usual $start:literal Shorter) => { rows!(@row concat!($start, "-shorter"), [ctrl-up]) };
    (@usual $start:literal PanesReset) => { rows!(@row concat!($start, "-panes-reset"), [shift-z]) };
    (@usual $start:literal Find) => { rows!(@row concat!($start, "-find"), ['/']) };
    (@usual $start:literal FindNext) => { rows!(@row concat!($start, "-find-next"), [n]) };
    (@usual $start:literal Next) => { rows!(@row concat!($start, "-next"), [tab]) };
    (@usual $start:literal Previous) => { rows!(@row concat!($start, "-previous"), [backtab]) };
    (@usual $start:literal Undo) => { rows!(@row concat!($start, "-undo"), [u]) };
    (@usual $start:literal Redo) => { rows!(@row concat!($start, "-redo"), [shift-u] [ctrl-r]) };
    (@usual $start:literal ReadAgain) => { rows!(@row concat!($start, "-read-again"), [f5]) };
    (@usual $start:literal Left) => { rows!(@row concat!($start, "-left"), [left] [h]) };
    (@usual $start:literal Right) => { rows!(@row concat!($start, "-right"), [right] [l]) };
    (@usual $start:literal NextBattle) => { rows!(@row concat!($start, "-next-battle"), ['}']) };
    (@usual $start:literal PreviousBattle) => { rows!(@row concat!($start, "-previous-battle"), ['{']) };
    (@usual $start:literal Back) => { rows!(@row concat!($start, "-back"), [esc] => Back) };
    (@usual $start:literal Earlier) => { rows!(@row concat!($start, "-earlier"), ['[']) };
    (@usual $start:literal Later) => { rows!(@row concat!($start, "-later"), [']']) };
    (@usual $start:literal Order) => { rows!(@row concat!($start, "-order"), [':']) };
    (@usual $start:literal Suggest) => { rows!(@row concat!($start, "-suggest"), [y]) };
    (@usual $start:literal LookAs) => { rows!(@row concat!($start, "-look-as"), [f3]) };
    (@usual $start:literal Mouse) => { rows!(@row concat!($start, "-mouse"), [shift-m]) };
    (@usual $start:literal Theme) => { rows!(@row concat!($start, "-theme"), [shift-t]) };
    (@usual $start:literal Copy) => { rows!(@row concat!($start, "-copy"), [shift-y]) };
    (@usual $start:literal Help) => { rows!(@row concat!($start, "-help"), ['?'] [f1] => Help) };
    (@usual $start:literal Close) => { rows!(@row concat!($start, "-close"), [esc] => Back) };
    (@usual $start:literal Suspend) => { rows!(@row concat!($start, "-suspend"), [ctrl-z]) };
    (@usual $start:literal Quit) => { rows!(@row concat!($start, "-quit"), [q] [ctrl-c]) };
}
command_table!(rows);

impl CommandId {
    /// The index of the command in [`Self::ALL`]. Click targets of a frame hold it.
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The command that many rows later in the table.
    pub(crate) const fn later(self, by: usize) -> Self {
        Self::ALL[self as usize + by]
    }

    /// The name in key files.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    pub(crate) const fn keys(self) -> &'static [&'static [KeyCombination]] {
        self.row().keys
    }

    pub(crate) const fn kind(self) -> CommandKind {
        self.row().kind
    }

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}
