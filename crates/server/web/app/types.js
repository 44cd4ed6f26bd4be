/**
 * What goes over the wire, made from the description of the API (GET /openapi.json). A test of the
 * server holds this file against it and writes it anew; see crates/server/src/http/page_types.rs.
 *
 * @typedef {(Me & { recovery: string })} AccountWithRecovery An account that was just made, or has a new password by its recovery code.
 *
 * @typedef {"resign" | "draw" | "takeback" | "decline" | "claim" | "abort" | "rematch"} Action What a player does besides moving.
 *
 * @typedef {object} ActionRequest Something to be done besides moving.
 * @property {Action} action What.
 * @property {MessageId} [id] How the client calls this request; asked for again with the same, it is done once.
 * @property {number} ply The number of the next entry, as the client knows it.
 *
 * @typedef {object} Arrangement A position that was set up by hand. What the game does not have may be left out.
 * @property {Record<Side, boolean>} [flights] Who still has the one flight of the game, where there is such a right.
 * @property {Record<Side, number>} [hands] What each side has still to place, where that does not follow from the board.
 * @property {string} [last] The place of the last piece, where it says what may come next.
 * @property {Piece[]} pieces What stands on the board.
 * @property {string} setup Which game and rules.
 * @property {Side} turn The side to move.
 *
 * @typedef {object} AtlasBoard A board of the atlas and what best play gives on it.
 * @property {string} board Its tiles, as in setups.
 * @property {number} lines How many lines of three squares score on it.
 * @property {Words} name What it is called.
 * @property {AtlasValue[]} openings The openings, that with the fewest first moves first.
 *
 * @typedef {object} AtlasValue What best play gives under an opening.
 * @property {number} moves How many first moves lead there.
 * @property {string} opening The opening, as in setups.
 * @property {number} value The points by which the first player wins.
 *
 * @typedef {object} Blocked Somebody who is blocked.
 * @property {number} id By which to unblock them.
 * @property {string} name Their name; empty when they are forgotten.
 * @property {number} since Since when, in milliseconds since 1970.
 *
 * @typedef {"wood" | "slate" | "contrast"} BoardColours The colours of boards and pieces.
 *
 * @typedef {object} Catalogue What there is to choose from.
 * @property {Named[]} families The families of games, which ratings are kept by.
 * @property {Offered[]} games The games.
 * @property {PhraseText[]} phrases What players may say to each other.
 * @property {ComputerPlayer[]} players The computer players, the weakest first; the strongest has its words with each game.
 *
 * @typedef {object} Challenge A game that waits for a second player.
 * @property {Player} by Who waits.
 * @property {string} clock The clock.
 * @property {Side | null} colour The colour of who joins, unless drawn by lot.
 * @property {number} created When it was made, in milliseconds since 1970.
 * @property {string} game The game.
 * @property {string} [position] Where it begins, unless at the beginning.
 * @property {boolean} rated Whether it counts for the ratings.
 * @property {string} setup Which game and rules.
 * @property {boolean} yours Whether it is of who asks.
 *
 * @typedef {{ type: "watch", game: string }
 *   | { type: "leave", game: string }
 *   | { type: "move", game: string, id?: MessageId, move: string, ply: number }
 *   | { type: "act", action: Action, game: string, id?: MessageId, ply: number }
 *   | { type: "say", game: string, phrase: Phrase }
 *   | { type: "enter-lobby", filter?: LobbyFilter }
 *   | { type: "leave-lobby" }
 *   | { type: "analyse", moves?: string, position?: string, question: number, setup: string }
 *   | { type: "review", moves: string, position?: string, question: number, setup: string }
 *   | { type: "stop", question: number }
 *   | { type: "ping" }} ClientMessage What a client says over the socket.
 *
 * @typedef {"none" | "seconds" | "days"} ClockKind A kind of clock.
 *
 * @typedef {object} Clocks The clocks of a game.
 * @property {number} black Milliseconds left to black.
 * @property {Side | null} running Whose runs.
 * @property {number} white Milliseconds left to white.
 *
 * @typedef {object} Closing Turns that close lines and take something, told by one sentence.
 * @property {Words} sentence What the player is to do now, what is safe, and why.
 * @property {ClosingStep[]} steps How the lines are closed.
 *
 * @typedef {object} ClosingStep A piece that goes somewhere and closes lines there.
 * @property {string} [from] Where it comes from, unless from the hand.
 * @property {string[][]} lines The places of each line.
 * @property {string} to Where it goes.
 *
 * @typedef {"malformed" | "not-json" | "too-large" | "not-found" | "nobody-yet" | "wrong-password" | "second-factor" | "wrong-code" | "wrong-recovery" | "name-taken" | "bad-name" | "weak-password" | "needs-account" | "not-rated" | "barred" | "removed" | "not-your-game" | "not-your-turn" | "stale" | "illegal-move" | "not-live" | "seat-taken" | "not-now" | "bad-setup" | "bad-position" | "bad-record" | "bad-clock" | "no-computer" | "no-value" | "too-many" | "other-site" | "wrong-method" | "not-stored" | "unavailable" | "internal"} Code The kinds of problems.
 *
 * @typedef {"random" | "white" | "black"} ColourWish Which colour to have.
 *
 * @typedef {object} ComputerPlayer A computer player that is the same at every game.
 * @property {Words} about How strong it is.
 * @property {Words} name What it is called.
 * @property {string} player As in messages and records.
 *
 * @typedef {object} Credentials A name and a password.
 * @property {string} name The name of the account.
 * @property {string} password Its password.
 *
 * @typedef {(EntryKind & { at: number, left?: Record<Side, number>, ply: number })} Entry An entry of a game's log.
 *
 * @typedef {{ kind: "move", move: string }
 *   | { kind: "back", count: number }
 *   | { kind: "end", outcome: Outcome }
 *   | { kind: "abort" }} EntryKind What an entry of a log says.
 *
 * @typedef {object} Export All that is kept about a person.
 * @property {Words} about What this is.
 * @property {Blocked[]} blocked Whom they have blocked.
 * @property {ExportedGame[]} games Their games.
 * @property {Me} me Themselves.
 * @property {Record<string, RatingPoint[]>} rating_histories How their ratings went, by the name of the family of games: the newest thousand games.
 * @property {GivenReport[]} reports What they have reported.
 * @property {Session[]} sessions Where they are signed in.
 * @property {number} since Since when, in milliseconds since 1970.
 *
 * @typedef {(GameSummary & { record: string })} ExportedGame A game with its record.
 *
 * @typedef {object} Forbidden Something that a rule forbids.
 * @property {string} [rule] The id of the rule, such as `ML4`.
 * @property {Words} text Why.
 *
 * @typedef {object} Frame A board of a game that is looked through.
 * @property {string} [move] The move that led here; none at the beginning.
 * @property {View} view The board.
 *
 * @typedef {object} GameState A game with all there is to know about it.
 * @property {string} clock `none`, `SECONDS+INCREMENT` or days per move such as `3d`.
 * @property {Clocks} [clocks] The clocks now, unless there are none.
 * @property {number} created When it was made, in milliseconds since 1970.
 * @property {string[]} history The moves so far.
 * @property {string} id Its id, as in its link.
 * @property {boolean} listed Whether everybody finds it in lists, and not only who has its link: when all who play it want it.
 * @property {string} [next] The game that followed by rematch, or that took its place: whoever waits in it was paired with somebody who waited for the same.
 * @property {Offers} offers What is open between the players.
 * @property {Record<Side, Player | null>} players Who plays; nobody yet in the seat of an open game.
 * @property {number} ply The number of the next entry of its log: what the next move has to carry.
 * @property {Presence} presence Who is there.
 * @property {boolean} rated Whether it counts for the ratings.
 * @property {Record<Side, { after: number, before: number } | null>} [rating_changes] What it did to the ratings, once it is over.
 * @property {RatingMark} [rating_mark] Where it counted less than other rated games: how much, and why.
 * @property {string} setup Which game and rules.
 * @property {Record<Side, boolean>} shows Whether each side wants it to be found.
 * @property {string} [start] Where it began, unless at the beginning.
 * @property {Status} status Where it stands in its life.
 * @property {View} view The board.
 * @property {Side | null} you The seat of who asks; of two people at one screen, of who is to move.
 *
 * @typedef {object} GameSummary A game in a list.
 * @property {string} clock The clock.
 * @property {number} created When it was made, in milliseconds since 1970.
 * @property {string} id Its id.
 * @property {boolean} listed Whether everybody finds it in lists, and not only who has its link.
 * @property {Miniature} [miniature] The board as it stands, in lists that are looked at; an export has records instead.
 * @property {Outcome} [outcome] How it ended, if it has.
 * @property {Record<Side, Player | null>} players Who plays.
 * @property {Record<Side, number>} [points] The points so far, where the board is given and the game has points.
 * @property {boolean} rated Whether it counts for the ratings.
 * @property {RatingMark} [rating_mark] Where it counted less than other rated games: how much, and why.
 * @property {string} setup Which game and rules.
 * @property {Status} status Where it stands in its life.
 * @property {Side} [turn] The side to move, where the board is given.
 * @property {Side} [you] The seat of who asks.
 *
 * @typedef {object} GivenReport A report one has made.
 * @property {string | null} about Whom it is about.
 * @property {number} at When, in milliseconds since 1970.
 * @property {string} [game] The game it is about.
 * @property {string} reason The reason, in a word.
 * @property {string} text What was written.
 *
 * @typedef {object} HandPieces Pieces of a kind in a hand.
 * @property {number} count How many.
 * @property {string} [kind] The letter of the kind, where there are several.
 *
 * @typedef {object} Hint Help for who is to move: where to look, which move, and why.
 * @property {boolean} exact Whether it is proven that no move is better.
 * @property {Look} look Where to look first; it does not name the move.
 * @property {string} move The move.
 * @property {Words} [why] Why it is good, where that can be said.
 *
 * @typedef {object} Judged A move and its worth.
 * @property {Words} [cost] What it gives away, where it is a mistake as far as is known: the end of a sentence that begins with the move. Moves without it keep what the position is worth.
 * @property {boolean} limit_first Whether the game is drawn for want of progress before that win or loss comes.
 * @property {string[]} line How play goes on.
 * @property {string} move The move.
 * @property {Score} value What it is worth to who makes it.
 *
 * @typedef {"en" | "fr"} Language A language of the page.
 *
 * @typedef {object} LastMove A move that was made.
 * @property {string} [from] Where the piece came from, unless from a hand.
 * @property {string[]} [taken] Where it took something.
 * @property {string} to Where it stands.
 *
 * @typedef {object} Leader Somebody with a high rating.
 * @property {string} name The name of the account.
 * @property {number} rank From 1.
 * @property {Rating} rating The rating.
 *
 * @typedef {object} LeaderNeeds What a rating needs to be on the leaderboard.
 * @property {number} deviation The deviation at most.
 * @property {number} games Rated games at least, of those that counted.
 * @property {number} opponents Different opponents in them at least.
 * @property {number} weeks Weeks within which the last of them was played.
 *
 * @typedef {object} Leaders The highest ratings in a family of games.
 * @property {Leader[]} leaders The highest first.
 * @property {boolean} more Whether there are more after these.
 * @property {LeaderNeeds} needs What it takes to be here.
 *
 * @typedef {object} ListedRequest Whether a player wants everybody to find a game in lists.
 * @property {boolean} listed Whether they do.
 *
 * @typedef {object} LobbyFilter Which games that wait are looked for; all of them where nothing is said.
 * @property {ClockKind} [clock] Only those with such a clock.
 * @property {string} [family] Only those of a family of games, by its word in the catalogue.
 * @property {boolean} [rated] Only those that count for the ratings, or only those that do not.
 * @property {string} [setup] Only those with this setup.
 *
 * @typedef {object} LobbyList The games that wait for a second player.
 * @property {Challenge[]} challenges The newest first, a hundred at most. Of more, people take turns.
 * @property {number} count How many there are in all.
 *
 * @typedef {object} LogIn A name and a password to get in by.
 * @property {string} [code] A one-time code, where the account asks for one.
 * @property {string} name The name of the account.
 * @property {string} password Its password.
 *
 * @typedef {object} Look Where to look, and what for.
 * @property {string[]} places Places by name.
 * @property {Words} text What is to be found there.
 *
 * @typedef {"repeated" | "short" | "position"} MarkReason Why a rated game counts less.
 *
 * @typedef {object} Me Who asks, as they see themselves.
 * @property {boolean} guest Whether they have no account.
 * @property {string} name Their name.
 * @property {Record<string, Rating>} ratings Their ratings, by the name of the family of games, where there are any yet.
 * @property {Settings} settings What they have chosen.
 *
 * @typedef {number} MessageId How a client calls one of its messages: chosen by it, different each time.
 *
 * @typedef {object} Miniature What stands on a board, for a picture of it.
 * @property {LastMove} [last] The last move.
 * @property {string[][]} [lines] Mills just closed, or at the end the runs that score: the places of each.
 * @property {Piece[]} pieces The pieces.
 *
 * @typedef {object} Mistake A move that gave something away.
 * @property {Words} cost What it cost: the end of a sentence that begins with the move.
 * @property {MistakeSeverity} severity How much it matters.
 * @property {Words} [why] Why, where that can be said.
 *
 * @typedef {"mistake" | "blunder"} MistakeSeverity How much a mistake matters.
 *
 * @typedef {object} MoveRequest A move to be made.
 * @property {string} move Its text.
 * @property {number} ply The number of the entry it is to become.
 *
 * @typedef {object} Named A word of a setup and what it means.
 * @property {Words} name As people call it.
 * @property {string} word As in setups.
 *
 * @typedef {object} NewGame A game to be made.
 * @property {string} [clock] `none`, `SECONDS+INCREMENT` such as `300+3`, or days per move such as `3d`.
 * @property {ColourWish} [colour] Which colour the maker of the game has.
 * @property {boolean} [listed] Whether who makes the game wants everybody to find it in lists. A game by link is found once its other player wants it too. When absent, games of the lobby are listed and others are not; who has the link may watch in any case.
 * @property {OpponentWish} opponent Against whom.
 * @property {string} [position] Where to begin; the beginning of the game when absent.
 * @property {boolean} [rated] Whether it counts for the ratings; only between people with accounts.
 * @property {string} setup Which game and rules, such as `moulin:classique`.
 *
 * @typedef {object} NewGuest A guest to be.
 * @property {string} [name] Their name; one is found for them when absent.
 *
 * @typedef {object} NewPassword A change of password.
 * @property {string} new The one to come.
 * @property {string} old The present one.
 *
 * @typedef {object} NewRecovery A new recovery code. It is not shown again.
 * @property {string} recovery The code that sets a new password should it be forgotten.
 *
 * @typedef {"draw" | "takeback" | "rematch"} Offer Something that one player offers and the other answers.
 *
 * @typedef {object} Offered A game to be played.
 * @property {Words} about What is its own, in a few words.
 * @property {string[]} boards The usual boards of one set, of two and so on, as a setup names them by `board=…`; none where boards are not laid of tiles.
 * @property {Words} name What it is called.
 * @property {Named[]} openings Ways to begin that a setup may name as `opening=…`, the usual one first; none where there is one.
 * @property {string[]} players The computer players of it, the weakest first.
 * @property {boolean} sets Whether it can be played with several sets of pieces, on larger boards.
 * @property {string} setup Its setup.
 * @property {Stage} stage Its board, as `/api/stage` gives it.
 * @property {PlayerWords} strongest What the strongest of them is called here and what it can do.
 * @property {PlayerWords | null} strongest_with_sets The same where it is played with several sets, if it can be.
 *
 * @typedef {object} Offers What one player has offered or asked and the other has not answered.
 * @property {Side | null} draw Who offers a draw.
 * @property {Side | null} rematch Who would like another game.
 * @property {Side | null} takeback Who asks to take a move back.
 *
 * @typedef {object} OneTimeCode A one-time code.
 * @property {string} code Six digits.
 *
 * @typedef {{ kind: "computer", player: string }
 *   | { kind: "friend" }
 *   | { kind: "here", black?: string, white?: string }
 *   | { kind: "anyone" }} OpponentWish Against whom to play.
 *
 * @typedef {object} Outcome How a game ended.
 * @property {string} reason Why: a word of the record's `Termination` tag.
 * @property {string} result `1-0`, `0-1` or `1/2-1/2`.
 * @property {Side | null} winner Who won; nobody in a draw.
 *
 * @typedef {"at-once" | "natural" | "slow"} Pace How soon the computer's answer is shown.
 *
 * @typedef {object} PersonChange What a person changes about themselves; what is absent stays.
 * @property {string} [name] Another name; only for guests.
 * @property {Settings} [settings] Other settings.
 *
 * @typedef {"hello" | "good-luck" | "well-played" | "thanks" | "sorry" | "one-moment" | "oh" | "goodbye"} Phrase What players may say to each other.
 *
 * @typedef {object} PhraseText Something players may say to each other.
 * @property {Phrase} phrase As in messages.
 * @property {Words} text As it is read.
 *
 * @typedef {object} Piece A piece on the board.
 * @property {string} at The name of its place.
 * @property {string} [kind] The letter of its kind, where there are several.
 * @property {Side} side Whose it is.
 *
 * @typedef {object} PlaceSpot A place of the board.
 * @property {string} name Its name.
 * @property {number} x To the right.
 * @property {number} y Down.
 *
 * @typedef {{ kind: "person", guest: boolean, name: string, rating?: Rating }
 *   | { kind: "here", name?: string }
 *   | { kind: "computer", player: string }} Player Who sits at a board.
 *
 * @typedef {object} PlayerWords What people are told of a computer player.
 * @property {Words} about How strong it is.
 * @property {Words} name What it is called.
 *
 * @typedef {object} PositionValue What a position and each of its moves is worth to the side to move.
 * @property {Judged[]} moves The moves, the best first.
 * @property {Words[]} [notes] What else there is to say, such as that a table is damaged which is needed here.
 * @property {Score} value What it is worth.
 *
 * @typedef {object} Presence Who is connected.
 * @property {boolean} black Whether black is.
 * @property {Record<Side, number | null>} claim In how many milliseconds the game of who is away can be claimed, if it is their turn then; nothing for who is there, and in games that cannot be claimed.
 * @property {number} watchers How many others watch.
 * @property {boolean} white Whether white is; the computer always is.
 *
 * @typedef {object} Problem Why something was not done. Nothing has changed.
 * @property {Code} code For programs.
 * @property {string} [rule] The id of the rule that forbids it, such as `ML4`.
 * @property {Words} text For people.
 * @property {number} [wait] Milliseconds after which it is worth trying again, where time alone helps.
 *
 * @typedef {object} Profile What others see of a person with an account.
 * @property {number} games Games they finished.
 * @property {string} name Their name.
 * @property {Record<string, Rating>} ratings Their ratings, by the name of the family of games, where there are any yet.
 * @property {number} since Since when, in milliseconds since 1970.
 *
 * @typedef {object} Proof What shows once more that it is really oneself.
 * @property {string} [code] A one-time code, where the account asks for one.
 * @property {string} password The password.
 *
 * @typedef {object} Rating A Glicko-2 rating.
 * @property {number} deviation How far it may be off: one standard deviation.
 * @property {number} games Rated games so far, of those that counted.
 * @property {number} value The estimate of strength.
 * @property {number} volatility How steady the results are.
 *
 * @typedef {object} RatingMark That a rated game counts less than others, or not at all, and why.
 * @property {MarkReason} reason Why.
 * @property {Words} text The same in words.
 * @property {number} weight How much of the usual change of ratings is left: 0.5, 0.25 or 0.
 *
 * @typedef {object} RatingPoint A rating after a game.
 * @property {number} at When, in milliseconds since 1970.
 * @property {number} deviation How far it may be off.
 * @property {RatingMark} [mark] Where the game counted less than others: how much, and why.
 * @property {number} value The estimate of strength.
 *
 * @typedef {object} RecordFrames A record and some of the boards it goes through.
 * @property {Frame[]} frames Some of them, in the order of the game.
 * @property {number} from The number of the first of these boards: how many moves lead to it.
 * @property {string} moves All moves with spaces between them, variations in brackets after the move they take the place of.
 * @property {Outcome | null} outcome How it ended, if it has.
 * @property {string} setup Which game and rules.
 * @property {[string, string][]} tags Tags that say nothing about the moves, such as `White` and `Date`.
 * @property {number} total How many boards there are in all.
 *
 * @typedef {object} RecordText The text of a record.
 * @property {number} [count] How many boards to show, 64 at most. An answer that would be too long has fewer.
 * @property {number} [from] The first board to show, by the number of moves that lead to it.
 * @property {string} record One game.
 *
 * @typedef {object} Recovery A new password by the recovery code.
 * @property {string} name The name of the account.
 * @property {string} password The password to come.
 * @property {string} recovery Its recovery code.
 *
 * @typedef {"cheating" | "stalling" | "name" | "harassment" | "other"} ReportReason What is the matter with somebody.
 *
 * @typedef {object} ReportRequest Something to tell those who run the server.
 * @property {string} [game] The game it is about.
 * @property {string} [name] The account it is about, by name. With a game alone it is about the other player.
 * @property {ReportReason} reason What is the matter.
 * @property {string} [text] What happened, in at most 500 characters.
 *
 * @typedef {object} ReviewedMove A move of a game and what is thought of it.
 * @property {Judged} best The best move there was; what it is worth is what the position was worth.
 * @property {number} [depth] Turns looked ahead for the value that looks least far; absent where both are exact.
 * @property {Mistake} [mistake] What it gave away, if it was a mistake.
 * @property {string} move The move.
 * @property {number} ply Which: the first is 1.
 * @property {boolean} settled Whether this is the last word about it. Until then it was only looked at in passing.
 * @property {Side} side Who made it.
 * @property {Score} value What the move that was made is worth to its player.
 *
 * @typedef {object} Score What something is worth.
 * @property {boolean} exact Whether it is proven.
 * @property {number} hundredths To compare values by, in hundredths of a point.
 * @property {string} text As `merelle analyse` prints it: `value -1`, `score +0.42 depth 14`.
 *
 * @typedef {object} SecondFactorSetup What makes one-time codes, to be put into a program for them.
 * @property {string} link To be opened on the same device.
 * @property {string} picture The same link as a picture to be scanned, in SVG.
 * @property {string} secret To be typed.
 *
 * @typedef {object} Security How an account is kept safe.
 * @property {boolean} recovery Whether there is a recovery code.
 * @property {boolean} second_factor Whether one-time codes are asked for.
 * @property {Session[]} sessions Where one is signed in, the last used first.
 *
 * @typedef {{ type: "hello", me: Me | null }
 *   | (GameState & { type: "game" })
 *   | { type: "played", clocks?: Clocks, game: string, move: string, ply: number, view: View }
 *   | { type: "thinking", ahead: number, game: string, ply: number }
 *   | { type: "back", clocks?: Clocks, count: number, game: string, ply: number, view: View }
 *   | { type: "over", clocks?: Clocks, game: string, outcome: Outcome | null, ply: number, rating_changes?: Record<Side, { after: number, before: number } | null>, rating_mark?: RatingMark, view: View }
 *   | { type: "offers", game: string, offers: Offers }
 *   | { type: "declined", by: Side, game: string, offer: Offer }
 *   | { type: "presence", game: string, presence: Presence }
 *   | { type: "said", by: Side, game: string, phrase: Phrase }
 *   | { type: "rematch", game: string, next: string }
 *   | { type: "started", game: string }
 *   | (LobbyList & { type: "lobby" })
 *   | { type: "done", id: MessageId }
 *   | { type: "waiting", ahead: number, question: number }
 *   | { type: "value", depth?: number, done: boolean, question: number, value: PositionValue }
 *   | { type: "reviewed", question: number, reviewed: ReviewedMove }
 *   | { type: "review", accuracy: Record<Side, number | null>, done: boolean, glanced: number, moves: number, question: number, settled: number }
 *   | { type: "refused", game?: string, id?: MessageId, ply?: number, problem: Problem, question?: number }
 *   | { type: "pong" }} ServerMessage What the server says over the socket, and a line each over a stream.
 *
 * @typedef {object} Session A place where somebody is signed in.
 * @property {number} began When it began, in milliseconds since 1970.
 * @property {string} [browser] Roughly which browser, such as `Firefox`.
 * @property {string} id What it is ended by.
 * @property {string} [network] The network where it began, such as `203.0.113.0/24`.
 * @property {boolean} own Whether it is the one that asks.
 * @property {string} [system] Roughly which system, such as `Linux`.
 * @property {number} used When it was last used, to within an hour.
 *
 * @typedef {object} Settings What a person has chosen; what is absent follows the browser.
 * @property {boolean} [animation] Whether pieces slide.
 * @property {BoardColours} [board] The colours of boards and pieces.
 * @property {boolean} [coordinates] Whether boards have letters and numbers.
 * @property {Language} [lang] English or French.
 * @property {boolean} [notifications] Whether the page says so outside itself when it is one's turn; absent: not asked yet.
 * @property {Pace} [pace] How soon the computer's answer is shown.
 * @property {boolean} [sound] Whether moves are heard.
 * @property {boolean} [text_mode] Whether the board is also told in words.
 * @property {Theme} [theme] Light or dark.
 *
 * @typedef {"white" | "black"} Side A side of the board.
 *
 * @typedef {object} Stage The empty board of a setup: where everything is, and SVG markup for what is set there. Lengths are SVG user units; `/board.css` has the colours.
 * @property {number} bar The width of a line (class `stroke-last`) along the last move; 0 where pieces do not move.
 * @property {string} board Wood, lines, coordinates, and a group of class `place` for each place.
 * @property {number} height From top to bottom.
 * @property {number} left The left edge of what is drawn.
 * @property {PlaceSpot[]} places The middle of each place.
 * @property {number} ribbon The width of a line (class `stroke-mill`) through a mill or a run that scores.
 * @property {Miniature} shown A game under way, to show what it looks like.
 * @property {Record<string, string>} sprites Markup around the origin: `white`, `black-L`, `target`, `chosen`, `capture`, `last`, `left`, `taken`.
 * @property {number} top Its upper edge.
 * @property {number} width From left to right.
 *
 * @typedef {"open" | "live" | "over" | "aborted"} Status Where a game stands in its life.
 *
 * @typedef {"light" | "dark"} Theme The colours of the page.
 *
 * @typedef {object} Threats What the side that is not to move would do next, if it were its turn.
 * @property {string[][]} lines The lines it would complete there: the places of each.
 * @property {string[]} places Where it would go.
 * @property {Words} text What it threatens, or that it threatens nothing.
 *
 * @typedef {object} Turn A legal turn as what a person touches to make it, in any order; a pass is only its text.
 * @property {string} [from] Where the piece comes from, unless from the hand.
 * @property {string} [kind] The letter of the piece from the hand, where there are several kinds.
 * @property {string} move The text to send.
 * @property {string[]} [takes] What it takes.
 * @property {string} [to] Where it goes.
 *
 * @typedef {object} View Everything to show of a game as it stands; `/api/stage` tells where places are.
 * @property {Closing[]} [closings] The lines that turns close before it is known what they take.
 * @property {Record<Side, boolean>} [flights] Who still has the one flight of the game, where there is such a right.
 * @property {Record<Side, HandPieces[]>} hands What each side has still to place.
 * @property {LastMove} [last] The last move.
 * @property {string[][]} [lines] Mills just closed, or at the end the runs that score: the places of each.
 * @property {Record<Side, number>} [lost] How many pieces each side has lost, where pieces are taken.
 * @property {number} moves How many moves were made.
 * @property {string[]} [open] The places the last piece leaves open, where the game has such limits.
 * @property {Outcome} [outcome] How the game ended, if it has.
 * @property {Piece[]} pieces What stands on the board.
 * @property {Record<Side, number>} [points] The points so far, where the game has points.
 * @property {string} position The printed position.
 * @property {Record<Side, string[][]>} [scoring] The lines that score so far: the places of each. Where the game has points.
 * @property {Words} sentence What is happening, for those who look on.
 * @property {Side} turn The side to move.
 * @property {Turn[]} turns The legal turns; none when the game is over. Narrow them by what was touched.
 * @property {Words} [yours] What the side to move can do and why, said to its player; absent when the game is over.
 *
 * @typedef {object} Whom A person: an account by its name, or one's opponent in a game.
 * @property {string} [game] A game that one plays or has played: then the other player is meant.
 * @property {string} [name] The name of the account.
 *
 * @typedef {object} WhyNot Why no turn can be made of what was touched.
 * @property {Forbidden | null} why The reason; nothing where a legal turn has all of it.
 *
 * @typedef {object} Words A sentence in both languages.
 * @property {string} en English.
 * @property {string} fr Français.
 */

export {};
