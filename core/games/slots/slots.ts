import * as z from 'zod/mini'
import { assert } from '../../assert.ts'
import { type Draw, type Draws, integerBelow } from '../../fairness/draws.ts'
import { stake } from '../../money/bet-limits.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins, JACKPOT_SEED } from '../../money/coins.ts'
import type { Game, Played } from '../game.ts'
import { startRequest } from '../requests.ts'
import {
  buildGrid,
  LARGEST_WIN,
  LINES,
  REEL_COUNT,
  ROWS,
  type SlotsOutcome,
  STOP_COUNT,
  slotsOutcome,
  winningLines,
} from './slot-reels.ts'

const slotsBet = z.strictObject({ betAmount: stake })
export type SlotsBet = z.infer<typeof slotsBet>

/** Position of a spin; without an outcome it has hit the jackpot and waits for the pot. */
export type SlotsPosition = { staked: Coins; outcome?: SlotsOutcome }

/** Contribution of each coin staked to the pot, in hundredths. */
const POT_SHARE_HUNDREDTHS = 1

/** Pays the pot, at least its seed, and ends the round. */
const jackpotAction = z.strictObject({
  action: z.literal('jackpot'),
  pot: coinAmount.check(z.refine((pot) => pot >= JACKPOT_SEED)),
})
type JackpotAction = z.infer<typeof jackpotAction>

/** Number of tickets, of which each spin draws one. */
export const TICKETS = 1_000_000
/** Caps the chance of large stakes. */
export const MOST_WINNING_TICKETS = 10_000

/** Draw 0 may hit the jackpot; if not, draws 1 to 5 stop the reels. */
export const slots = {
  path: 'slot',
  gameType: 'Slot Machine' as const,
  rulesVersion: 1,
  /** Excludes the jackpot. */
  expectedReturn: {
    mean: 0.95,
    spread: { variance: 5.51086125, largest: 49.05 },
  },
  requests: [
    startRequest(
      { path: 'slot', summary: 'Spin the reels', example: { betAmount: 10 } },
      slotsBet,
    ),
  ],
  bet: slotsBet,
  outcome: slotsOutcome,
  viewFields: {
    ...slotsOutcome.shape,
    isWin: z.boolean(),
    /** Payment of the pot, after a jackpot. */
    actions: z.optional(z.array(z.looseObject({ action: z.string() }))),
  },

  /** Excludes the jackpot, which is paid from the pot. */
  exposure({ betAmount }) {
    const payout = LARGEST_WIN * betAmount
    const potShare = Math.ceil((betAmount * POT_SHARE_HUNDREDTHS) / 100)
    return { payout, loss: payout - betAmount + potShare }
  },

  start({ betAmount }, draws) {
    const isHit = toTicket(draws(0)) < winningTickets(betAmount)
    return isHit
      ? { staked: betAmount }
      : { staked: betAmount, outcome: spin(betAmount, draws) }
  },

  view: ({ outcome }) =>
    outcome ? { ...outcome, isWin: outcome.payout > 0 } : {},

  describe: ({ payout }) => (payout > 0 ? `Won ${payout} coins` : 'No win'),

  explain: (round, index) =>
    index === 0 ? ticketExplanation(round) : reelExplanation(round, index - 1),

  steps: {
    action: jackpotAction,
    allows: isWaiting,
    act: ({ staked }, { pot }) => ({ staked, outcome: jackpotOutcome(pot) }),
  },

  jackpot: {
    shareHundredths: POT_SHARE_HUNDREDTHS,
    isHit: isWaiting,
    win: (pot) => ({ action: 'jackpot', pot }),
  },
} satisfies Game<SlotsBet, SlotsOutcome, SlotsPosition, JackpotAction>

/** Maps a draw to a ticket, 0 to 999,999. */
export function toTicket(draw: Draw): number {
  return integerBelow(draw, TICKETS)
}

/** Returns the number of winning tickets, from 0 up: one per coin staked, at most 10,000. */
export function winningTickets(betAmount: Coins): number {
  return Math.min(betAmount, MOST_WINNING_TICKETS)
}

/** Fills the grid with BTC and splits the pot among the lines; the first ones get the remainder. */
function jackpotOutcome(pot: Coins): SlotsOutcome {
  const share = Math.floor(pot / LINES.length)
  const remainder = pot % LINES.length
  return {
    grid: ROWS.map(() =>
      Array.from({ length: REEL_COUNT }, () => 'BTC' as const),
    ),
    winningLines: LINES.map((rows, line) => ({
      line,
      matches: rows.length,
      symbol: 'BTC',
      payout: coins(line < remainder ? share + 1 : share),
    })),
    jackpotWin: pot,
    payout: pot,
  }
}

function isWaiting({ outcome }: SlotsPosition): boolean {
  return outcome === undefined
}

function toStop(draw: Draw): number {
  return integerBelow(draw, STOP_COUNT)
}

function spin(betAmount: Coins, draws: Draws): SlotsOutcome {
  const grid = buildGrid((reel) => toStop(draws(reel + 1)))
  const lines = winningLines(grid, betAmount)
  const payout = lines.reduce((sum, line) => sum + line.payout, 0)
  return {
    grid,
    winningLines: lines,
    jackpotWin: coins(0),
    payout: coins(payout),
  }
}

type PlayedSpin = Played<SlotsBet, SlotsOutcome>

function getDraw({ draws }: PlayedSpin, index: number): Draw {
  const draw = draws[index]
  assert(draw !== undefined, 'an index is in range')
  return draw
}

function ticketExplanation(round: PlayedSpin): string {
  const ticket = toTicket(getDraw(round, 0))
  const winning = winningTickets(round.bet.betAmount)
  return ticket < winning
    ? `ticket ${ticket}, below ${winning}: the jackpot, on all reels at once`
    : `ticket ${ticket}, not below ${winning}: no jackpot`
}

function reelExplanation(round: PlayedSpin, reel: number): string {
  const stop = toStop(getDraw(round, reel + 1))
  const symbols = round.outcome.grid.map((row) => row[reel])
  return `reel ${reel + 1} at stop ${stop}: ${symbols.join(', ')}`
}
