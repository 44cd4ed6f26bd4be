/**
 * What comes over the wire, as docs/protocol.md tells it.
 *
 * @typedef {"white" | "black"} Side
 * @typedef {{ en: string, fr: string }} Words
 * @typedef {{ move: string, kind?: string, from?: string, to?: string, takes?: string[] }} Turn
 * @typedef {{ at: string, side: Side, kind?: string }} Piece
 * @typedef {{ kind?: string, count: number }} HandPieces
 * @typedef {{ from?: string, to: string, taken?: string[] }} LastMove
 * @typedef {{ winner: Side | null, reason: string, result: string }} Outcome
 *
 * @typedef {object} View
 * @property {string} position
 * @property {Side} turn
 * @property {number} moves
 * @property {Turn[]} turns
 * @property {string[]} [open]
 * @property {Piece[]} pieces
 * @property {Record<Side, HandPieces[]>} hands
 * @property {Record<Side, number>} [points]
 * @property {Record<Side, boolean>} [flights]
 * @property {LastMove} [last]
 * @property {string[][]} [lines]
 * @property {Outcome} [outcome]
 * @property {Words} sentence
 *
 * @typedef {{ name: string, x: number, y: number }} PlaceSpot
 *
 * @typedef {object} Stage
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {string} board
 * @property {PlaceSpot[]} places
 * @property {Record<string, string>} sprites
 * @property {number} ribbon
 * @property {number} bar
 *
 * @typedef {{ value: number, deviation: number, volatility: number, games: number }} Rating
 * @typedef {{ kind: "person", name: string, guest: boolean, rating?: Rating }
 *   | { kind: "computer", player: string }} Player
 * @typedef {"open" | "live" | "over" | "aborted"} Status
 * @typedef {{ white: number, black: number, running: Side | null }} Clocks
 * @typedef {{ draw: Side | null, takeback: Side | null, rematch: Side | null }} Offers
 * @typedef {{ white: boolean, black: boolean, watchers: number }} Presence
 *
 * @typedef {object} GameState
 * @property {string} id
 * @property {string} setup
 * @property {string} [start]
 * @property {Status} status
 * @property {Record<Side, Player | null>} players
 * @property {Side | null} you
 * @property {string} clock
 * @property {Clocks} [clocks]
 * @property {boolean} rated
 * @property {number} created
 * @property {number} ply
 * @property {string[]} history
 * @property {Offers} offers
 * @property {Presence} presence
 * @property {string} [next]
 * @property {View} view
 *
 * @typedef {object} GameSummary
 * @property {string} id
 * @property {string} setup
 * @property {Status} status
 * @property {Record<Side, Player | null>} players
 * @property {string} clock
 * @property {boolean} rated
 * @property {number} created
 * @property {Outcome} [outcome]
 *
 * @typedef {object} Challenge
 * @property {string} game
 * @property {string} setup
 * @property {string} [position]
 * @property {Player} by
 * @property {Side | null} colour
 * @property {string} clock
 * @property {boolean} rated
 * @property {number} created
 *
 * @typedef {"light" | "dark"} Theme
 *
 * @typedef {object} Settings
 * @property {"en" | "fr"} [lang]
 * @property {Theme} [theme]
 * @property {boolean} [sound]
 * @property {boolean} [animation]
 * @property {boolean} [text_mode]
 *
 * @typedef {object} Me
 * @property {string} name
 * @property {boolean} guest
 * @property {Settings} settings
 * @property {Record<string, Rating>} ratings
 *
 * @typedef {{ name: string, since: number, games: number, ratings: Record<string, Rating> }} Profile
 *
 * @typedef {"resign" | "draw" | "takeback" | "decline" | "claim" | "abort" | "rematch"} Action
 * @typedef {{ code: string, text: Words, rule?: string }} Problem
 *
 * @typedef {{ move?: string, view: View }} Frame
 * @typedef {{ setup: string, tags: [string, string][], outcome: Outcome | null, frames: Frame[] }} RecordFrames
 * @typedef {{ exact: boolean, text: string, hundredths: number }} Score
 * @typedef {{ move: string, value: Score, line: string[], limit_first: boolean }} Judged
 * @typedef {{ value: Score, moves: Judged[] }} PositionValue
 *
 * @typedef {{ setup: string, name: Words, about: Words, players: string[], caveat: Words | null, caveat_with_sets: Words | null }} Offered
 * @typedef {{ word: string, name: Words }} Named
 * @typedef {{ families: Named[], games: Offered[], openings: Named[], phrases: { phrase: string, text: Words }[] }} Catalogue
 * @typedef {{ opening: string, value: number, moves: number }} AtlasValue
 * @typedef {{ board: string, lines: number, openings: AtlasValue[] }} AtlasBoard
 *
 * @typedef {{ type: "hello", me: Me | null }
 *   | ({ type: "game" } & GameState)
 *   | { type: "played", game: string, ply: number, move: string, clocks?: Clocks, view: View }
 *   | { type: "back", game: string, ply: number, count: number, clocks?: Clocks, view: View }
 *   | { type: "over", game: string, ply: number, outcome: Outcome | null, clocks?: Clocks, view: View }
 *   | { type: "offers", game: string, offers: Offers }
 *   | { type: "presence", game: string, presence: Presence }
 *   | { type: "said", game: string, by: Side, phrase: string }
 *   | { type: "rematch", game: string, next: string }
 *   | { type: "started", game: string }
 *   | { type: "lobby", challenges: Challenge[] }
 *   | { type: "refused", game?: string, ply?: number, problem: Problem }
 *   | { type: "pong" }} ServerMessage
 */

export {};
