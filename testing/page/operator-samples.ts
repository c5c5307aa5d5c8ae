import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { HouseSample } from '#core/api/operator/series.ts'
import { coins } from '#core/money/coins.ts'
import { bea } from './players.ts'

/** An operator as the API sends one. */
export const olga = {
  ...bea,
  id: '01890000-0000-7000-8000-0000000000a1',
  username: 'Olga',
  role: 'operator',
} as const

const NOW = '2026-11-25T03:00:00.000Z'

/** Overview of a healthy casino. */
export const quietOverview: OperatorOverview = {
  at: NOW,
  bankroll: { house: 103_250, held: 1_480, free: 101_770, jackpot: 10_321 },
  exposure: { rounds: 480, sports: 800, race: 200 },
  refills: { count: 3, coins: 150_000, lastDayCount: 1, lastDayCoins: 50_000 },
  totals: { players: 412, betsPlaced: 98_231, amountWagered: 1_250_004 },
  rates: { betsPerSecond: 4.27, overSeconds: 60 },
  chain: { chainId: 97, treasury: null },
  deposits: {
    waiting: 2,
    waitingCoins: coins(5_200),
    oldestWaitingAt: '2026-11-25T02:58:00.000Z',
    oldestForChainAt: '2026-11-25T02:58:00.000Z',
    unattributed: 1,
    undecided: 1,
    lastDay: [{ status: 'confirmed', count: 14, coins: coins(81_000) }],
  },
  outbox: {
    waiting: 1,
    oldestWaitingAt: '2026-11-25T02:59:50.000Z',
    failed: 0,
    gas: {
      address: `0x${'ab'.repeat(20)}`,
      balance: '9998.75',
      lowMark: '0.05',
      isLow: false,
      seenAt: NOW,
    },
  },
  anchors: { isOn: true, reason: null, newest: null },
  sports: {
    source: 'simulated',
    lastPollAt: NOW,
    isStale: false,
    heldGames: 0,
    pendingBets: 12,
    pendingStakes: coins(440),
    reserved: coins(800),
  },
  race: {
    number: 1_024,
    phase: 'open',
    closesAt: '2026-11-25T03:00:20.000Z',
    bets: 3,
    staked: coins(75),
    voidOfLast100: 1,
    lastVoid: 977,
  },
  paused: [],
  jobs: [
    {
      name: 'anchors',
      lastSuccessAt: NOW,
      runs: 120,
      failures: 0,
      failuresInRow: 0,
    },
  ],
  alarms: [],
}

/** One hour, with a sample per minute. */
export const hourOfSamples: HouseSample[] = Array.from(
  { length: 60 },
  (_, minute) => ({
    at: new Date(Date.parse(NOW) - (60 - minute) * 60_000).toISOString(),
    house: 101_000,
    held: 1_200,
    free: 99_800 + minute,
    jackpot: 10_000,
    betsPlaced: 83_000 + minute * 250,
    amountWagered: 1_200_000 + minute * 830,
  }),
)
