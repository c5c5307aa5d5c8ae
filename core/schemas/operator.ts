import * as z from 'zod/mini'
import { games } from '../games/registry.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { shownAnchor } from './anchors.ts'
import { count, timestamp } from './fields.ts'
import { limitsAnswer } from './limits.ts'
import { gamePause } from './stats.ts'
import { OTHER_BETS } from './transaction.ts'

/** What a token may be used for; an operator's session may do all of it. */
export const OPERATOR_SCOPES = [
  'read',
  'pauses',
  'players',
  'sports',
  'house',
] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]

/** Why an action is taken, for the audit log. */
const reason = z
  .string('Say why')
  .check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(500))

const before = z.optional(
  z.string().check(z.regex(/^\d{1,15}$/, 'A whole number of up to 15 digits')),
)

/** Of pages that are listed by number: older rows than this one. */
export const operatorPageQuery = z.strictObject({ before })

export const reasonRequest = z.strictObject({ reason })

/** What can be paused. */
const pausable = z.enum([
  ...games.map(({ gameType }) => gameType),
  ...OTHER_BETS,
])

/** POST /api/operator/pauses */
export const pauseRequest = z.strictObject({
  gameType: pausable,
  /** As players are told it; null when there is none to tell. */
  notice: z.nullable(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ),
  reason,
})

/** POST /api/operator/pauses/end */
export const resumeRequest = z.strictObject({ gameType: pausable, reason })

export const operatorPauses = z.strictObject({ paused: z.array(gamePause) })

const score = z.int().check(z.minimum(0), z.maximum(999))

/** POST /api/operator/sports/games/{id}/correct */
export const scoreRequest = z
  .strictObject({ home: score, away: score, reason })
  .check(
    z.refine(({ home, away }) => home !== away, {
      error: 'A game of basketball has a winner',
      path: ['away'],
    }),
  )

export const gameParams = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** How an operator decided a game. */
export const decidedGame = z.strictObject({
  id: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  status: z.string(),
  homeScore: z.nullable(count),
  awayScore: z.nullable(count),
})

/** POST /api/operator/house/top-up */
export const topUpRequest = z.strictObject({
  coins: z
    .int('Coins are whole')
    .check(z.minimum(1), z.maximum(1_000_000_000_000)),
  reason,
})

/** What the house has, in coins. */
export const bankroll = z.strictObject({
  house: z.int(),
  /** Reserved for what is not over. */
  held: z.int(),
  /** What nothing can claim. */
  free: z.int(),
  jackpot: z.int(),
})
export type OperatorBankroll = z.infer<typeof bankroll>

const alarm = z.strictObject({
  code: z.enum(['bankroll_low', 'job_failing']),
  message: z.string(),
})
export type OperatorAlarm = z.infer<typeof alarm>

/** GET /api/operator/overview */
export const operatorOverview = z.strictObject({
  at: timestamp,
  bankroll,
  totals: z.strictObject({
    players: count,
    betsPlaced: count,
    amountWagered: count,
  }),
  paused: z.array(gamePause),
  /** Jobs of the process that answers. */
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      /** Null where it never did. */
      lastSuccessAt: z.nullable(timestamp),
      runs: count,
      failures: count,
    }),
  ),
  /** What somebody should look at now. */
  alarms: z.array(alarm),
})
export type OperatorOverview = z.infer<typeof operatorOverview>

/** GET /api/operator/players */
export const playersQuery = z.strictObject({
  /** The beginning of a username. */
  search: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** The last player of the page before. */
  before: z.optional(z.uuid()),
})
export type PlayersQuery = z.infer<typeof playersQuery>

/** A player, as operators see one. */
export const operatorPlayer = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(['player', 'operator']),
  balance: coinAmount,
  createdAt: timestamp,
  closedAt: z.nullable(timestamp),
  /** Null unless the account is frozen. */
  frozen: z.nullable(z.strictObject({ at: timestamp, reason: z.string() })),
})
export type OperatorPlayer = z.infer<typeof operatorPlayer>

export const operatorPlayers = z.strictObject({
  players: z.array(operatorPlayer),
})

export const playerParams = z.strictObject({ id: z.uuid() })

/** GET /api/operator/players/{id} */
export const operatorPlayerDetails = z.strictObject({
  player: operatorPlayer,
  limits: limitsAnswer,
  /** Until when each browser is signed in. */
  sessions: z.array(z.strictObject({ expiresAt: timestamp })),
})

/** One action of an operator. */
export const operatorAction = z.strictObject({
  id: count,
  at: timestamp,
  /** A username, a token's name, or an account on the house's machine. */
  actor: z.string(),
  action: z.string(),
  /** What it was done to: a player, a game, the house. */
  target: z.string(),
  before: z.nullable(z.json()),
  after: z.nullable(z.json()),
  reason: z.string(),
})
export type OperatorAction = z.infer<typeof operatorAction>

/** GET /api/operator/audit-log */
export const operatorActions = z.strictObject({
  actions: z.array(operatorAction),
})

/** GET /api/operator/ledger-audit */
export const operatorLedgerAudit = z.strictObject({
  at: timestamp,
  findings: z.array(z.strictObject({ name: z.string(), violations: count })),
})

/** GET /api/operator/anchors */
export const operatorAnchors = z.strictObject({ anchors: z.array(shownAnchor) })
