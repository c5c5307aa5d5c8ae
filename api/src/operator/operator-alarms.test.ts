import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { listAlarms, type Watched } from './operator-alarms.ts'

const at = '2026-11-24T12:00:00.000Z'
const LONG_AGO = '2026-11-24T11:00:00.000Z'
const JUST_NOW = '2026-11-24T11:59:59.000Z'

const healthy: Watched = {
  at,
  bankroll: { house: 100_000, held: 0, free: 90_000, jackpot: 10_000 },
  exposure: { rounds: 0, sports: 0, race: 0 },
  refills: { count: 0, coins: 0, lastDayCount: 0, lastDayCoins: 0 },
  totals: { players: 1, betsPlaced: 1, amountWagered: 1 },
  rates: null,
  deposits: null,
  chain: null,
  outbox: null,
  anchors: { isOn: false, reason: null, newest: null },
  sports: {
    source: 'simulated',
    lastPollAt: JUST_NOW,
    isStale: false,
    heldGames: 0,
    pendingBets: 0,
    pendingStakes: coins(0),
    reserved: coins(0),
  },
  race: null,
  paused: [],
  isRestored: false,
  jobs: [],
  incredible: [],
  audit: undefined,
  nodes: [],
  indexerLags: [],
}
const node = { place: 1, head: 900, finalized: 898, limitPerSecond: null }
const deposits = {
  waiting: 3,
  waitingCoins: coins(300),
  oldestWaitingAt: LONG_AGO,
  oldestForChainAt: LONG_AGO,
  unattributed: 0,
  undecided: 0,
  lastDay: [],
}
const outbox = { waiting: 1, oldestWaitingAt: LONG_AGO, failed: 0, gas: null }
const gas = {
  address: '0x0',
  balance: '0.1',
  lowMark: '0.2',
  isLow: true,
  seenAt: at,
}
const race = {
  number: 5,
  phase: 'closed' as const,
  closesAt: LONG_AGO,
  bets: 0,
  staked: coins(0),
  voidOfLast100: 0,
  lastVoid: null,
}
const job = {
  name: 'races' as const,
  runs: 10,
  failures: 3,
  failuresInRow: 3,
  lastSuccessAt: LONG_AGO,
}

test.each<[string, Partial<Watched>]>([
  ['bankroll_low', { bankroll: { ...healthy.bankroll, free: 49_999 } }],
  ['deposits_stuck', { deposits }],
  ['deposits_undecided', { deposits: { ...deposits, undecided: 3 } }],
  ['outbox_stuck', { outbox }],
  ['gas_low', { outbox: { ...outbox, oldestWaitingAt: null, gas } }],
  ['feed_stale', { sports: { ...healthy.sports, isStale: true } }],
  ['games_held', { sports: { ...healthy.sports, heldGames: 1 } }],
  ['race_stuck', { race }],
  ['job_failing', { jobs: [job] }],
  ['job_failing', { jobs: [{ ...job, lastSuccessAt: null }] }],
  ['finality_stalled', { nodes: [[{ ...node, finalized: 600 }]] }],
  ['indexer_behind', { indexerLags: [3, 400] }],
  ['node_silent', { nodes: [[node, { ...node, place: 2, head: null }]] }],
  ['node_behind', { nodes: [[node, { ...node, place: 2, head: 860 }]] }],
  ['node_limited', { nodes: [[node, { ...node, limitPerSecond: 10 }]] }],
  ['return_incredible', { incredible: ['Coin Flip'] }],
  [
    'audit_failed',
    { audit: { at, findings: [{ name: 'balances', violations: 1 }] } },
  ],
])('raises only %s for %j', (code, state) => {
  expect(listAlarms({ ...healthy, ...state }).map((one) => one.code)).toEqual([
    code,
  ])
})

test.each<Partial<Watched>>([
  {},
  { deposits: { ...deposits, oldestForChainAt: JUST_NOW } },
  { outbox: { ...outbox, oldestWaitingAt: JUST_NOW } },
  { race: { ...race, closesAt: JUST_NOW } },
  { race: { ...race, phase: 'settled' } },
  { jobs: [{ ...job, lastSuccessAt: JUST_NOW }] },
  { jobs: [{ ...job, failuresInRow: 1, lastSuccessAt: LONG_AGO }] },
  { jobs: [{ ...job, failuresInRow: 0, lastSuccessAt: LONG_AGO }] },
  { audit: { at, findings: [] } },
  { nodes: [[node, { ...node, place: 2, head: 895 }]], indexerLags: [5] },
  // A process that ended has reported an older head.
  { nodes: [[node], [{ ...node, head: 800, finalized: 798 }]] },
])('raises no alarm for %j', (state) => {
  expect(listAlarms({ ...healthy, ...state })).toEqual([])
})

test('lists urgent alarms first, with their game', () => {
  const alarms = listAlarms({
    ...healthy,
    deposits: { ...deposits, undecided: 3 },
    incredible: ['Coin Flip'],
  })
  expect(alarms).toMatchObject([
    { code: 'return_incredible', gameType: 'Coin Flip' },
    { code: 'deposits_undecided' },
  ])
})
