import type { OperatorDeposit } from '#core/api/operator/deposits.ts'
import type { OperatorGames } from '#core/api/operator/games.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { OperatorPlayer } from '#core/api/operator/players.ts'
import type { HouseSample } from '#core/api/operator/series.ts'
import type { OperatorSportsGame } from '#core/api/operator/sports.ts'
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

export const lowBankroll: OperatorOverview['alarms'][number] = {
  code: 'bankroll_low',
  severity: 'urgent',
  message:
    'The house has 1200 free coins, less than 50000: it refuses large bets.',
  since: '2026-11-25T02:48:00.000Z',
}

export const incredibleReturn: OperatorOverview['alarms'][number] = {
  code: 'return_incredible',
  severity: 'urgent',
  message: 'Coin Flip returned 99.71 %, which honest draws do not explain.',
  gameType: 'Coin Flip',
  since: null,
}

export const gameReturns: OperatorGames = {
  games: [
    {
      gameType: 'Coin Flip',
      rounds: 42_001,
      hits: 20_940,
      staked: coins(500_000),
      paid: coins(493_600),
      returnPercent: 98.72,
      expected: {
        returnPercent: 99,
        leastPercent: 98.1,
        mostPercent: 99.9,
        sigmas: -0.8,
        isCredible: true,
      },
      jackpot: null,
    },
    {
      gameType: 'Slot Machine',
      rounds: 30_400,
      hits: 9_010,
      staked: coins(304_000),
      paid: coins(311_200),
      returnPercent: 102.37,
      expected: {
        returnPercent: 95.11,
        leastPercent: 91.2,
        mostPercent: 99.02,
        sigmas: 4.78,
        isCredible: false,
      },
      jackpot: null,
    },
  ],
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

export const beaSeen: OperatorPlayer = {
  id: bea.id,
  username: bea.username,
  role: bea.role,
  balance: coins(bea.balance),
  createdAt: bea.createdAt,
  lastBetOn: '2026-11-24',
  closedAt: null,
  frozen: null,
  profit: -120,
  openStakes: coins(0),
}

export const unattributedDeposit: OperatorDeposit = {
  id: '01890000-0000-7000-8000-0000000000d1',
  userId: bea.id,
  username: bea.username,
  wallet: `0x${'cd'.repeat(20)}`,
  asset: 'GUMBY',
  amount: '250',
  claimed: null,
  txHash: null,
  sender: null,
  blockNumber: 4_010,
  confirmations: 6,
  coinsPerUnit: 1,
  coins: coins(250),
  absorbed: coins(0),
  status: 'pending',
  reason: 'It has no matching transaction.',
  createdAt: '2026-11-25T02:30:00.000Z',
  confirmedAt: null,
  isHistory: false,
  isDecidable: true,
}

export const heatAtCeltics: OperatorSportsGame = {
  id: 'season-1-game-7',
  source: 'simulated',
  homeTeam: 'Boston Celtics',
  awayTeam: 'Miami Heat',
  commenceTime: '2026-11-25T02:00:00.000Z',
  status: 'live',
  homeScore: 54,
  awayScore: 51,
  decidedBy: null,
  heldFor: null,
  bets: 5,
  staked: coins(120),
  openBets: 2,
  openStakes: coins(40),
  reserved: coins(76),
  paid: coins(90),
}
