import { coins } from '#core/money/coins.ts'
import { REFUSALS, type RefusalName } from '#core/refusals.ts'

/** A player as the API sends one. */
export const bea = {
  id: '01890000-0000-7000-8000-0000000000be',
  username: 'Bea',
  balance: 1_000,
  createdAt: '2026-03-01T12:00:00.000Z',
  role: 'player',
} as const

/** A coin flip in a player's history, lost unless a test says otherwise. */
export const betRow = {
  id: roundId(7),
  seq: 7,
  type: 'bet',
  gameType: 'Coin Flip',
  amount: -10,
  balanceAfter: 990,
  timestamp: '2026-03-01T12:00:00.000Z',
  metadata: null,
  settlement: { stake: coins(10), payout: coins(0) },
}

/** The id of a round by its number. */
export function roundId(number: number): string {
  return `01890000-0000-7000-9000-${String(number).padStart(12, '0')}`
}

/** The statistics of a quiet casino. */
export const quietStats = {
  totalUsers: 1,
  totalBetsPlaced: 0,
  totalAmountWagered: 0,
  jackpot: 10_000,
  paused: [],
  bigWin: null,
  restore: null,
}

/** A refusal as the API sends one. */
export function refusal(name: RefusalName, message: string, more: object = {}) {
  const { sent } = REFUSALS[name]
  const code = typeof sent === 'number' ? name : sent
  return { code, refusal: name, message, requestId: 'r-1', ...more }
}
