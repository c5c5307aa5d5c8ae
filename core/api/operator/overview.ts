import * as z from 'zod/mini'
import { TEST_CHAINS } from '../../chain/chains.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, timestamp } from '../../schemas/fields.ts'
import { shownAnchor } from '../anchors.ts'
import { endpoint } from '../endpoint.ts'
import { gamePause } from '../stats.ts'
import { depositStatus } from '../wallet.ts'
import { gasState } from './chain.ts'
import { bankroll } from './house.ts'
import { operatorRace } from './races.ts'
import { READ } from './shared.ts'
import { sportsFeedState } from './sports.ts'

const ALARM_CODES = [
  'database_restored',
  'bankroll_low',
  'job_failing',
  'deposits_stuck',
  'deposits_undecided',
  'gas_low',
  'outbox_stuck',
  'games_held',
  'feed_stale',
  'race_stuck',
  'finality_stalled',
  'indexer_behind',
  'node_silent',
  'node_behind',
  'node_limited',
  'return_incredible',
  'audit_failed',
] as const

/** Names of the API's jobs, also in metrics and logs. */
export const JOB_NAMES = [
  'anchors',
  'audit',
  'bankroll',
  'chain_mark',
  'deposits',
  'feed',
  'feed_deletion',
  'gas_level',
  'high_water',
  'history',
  'house_samples',
  'housekeeping',
  'idle_rounds',
  'leaderboard',
  'pauses',
  'process_report',
  'race_view',
  'races',
  'receipt_key',
  'reconcile',
  'referrals',
  'registration',
  'reorged_deposits',
  'sessions',
  'site',
  'sports_feed',
  'sports_settlement',
  'sweep',
] as const
export type JobName = (typeof JOB_NAMES)[number]

const alarm = z.strictObject({
  code: z.enum(ALARM_CODES),
  /** `urgent`: players notice, or coins are in question. */
  severity: z.enum(['urgent', 'warning']),
  message: z.string(),
  /** Game of the alarm, if any. */
  gameType: z.optional(z.string()),
  /** Start of the problem; null if unknown. */
  since: z.nullable(timestamp),
})
export type OperatorAlarm = z.infer<typeof alarm>

/** Coins reserved for open bets. */
const exposure = z.strictObject({
  rounds: z.int(),
  sports: z.int(),
  race: z.int(),
})

/** Coins granted to the house account, automatically or by operators. */
const refills = z.strictObject({
  count,
  coins: count,
  lastDayCount: count,
  lastDayCoins: count,
})
export type OperatorRefills = z.infer<typeof refills>

const depositsState = z.strictObject({
  /** Count of pending deposits, and the time of the oldest. */
  waiting: count,
  waitingCoins: coinAmount,
  oldestWaitingAt: z.nullable(timestamp),
  /** The oldest that waits for the chain, not for an operator. */
  oldestForChainAt: z.nullable(timestamp),
  /** Pending deposits without a known transaction. */
  unattributed: count,
  /** Pending deposits that need an operator's decision. */
  undecided: count,
  /** Deposits of the last day, by state. */
  lastDay: z.array(
    z.strictObject({ status: depositStatus, count, coins: coinAmount }),
  ),
})
export type OperatorDepositsState = z.infer<typeof depositsState>

const outboxState = z.strictObject({
  /** Number of transactions that are not final, and the time of the oldest. */
  waiting: count,
  oldestWaitingAt: z.nullable(timestamp),
  failed: count,
  /** Null without an operator account. */
  gas: z.nullable(gasState),
})

export const operatorOverview = z.strictObject({
  at: timestamp,
  bankroll,
  exposure,
  refills,
  totals: z.strictObject({
    players: count,
    betsPlaced: count,
    amountWagered: count,
  }),
  /** Over the last one or two minutes; null until two samples are there. */
  rates: z.nullable(
    z.strictObject({ betsPerSecond: z.number(), overSeconds: z.number() }),
  ),
  /** Null without a chain, as are `deposits` and `outbox`. */
  chain: z.nullable(
    z.strictObject({
      chainId: z.literal(TEST_CHAINS),
      /** Treasury of sweeps; null if none is configured. */
      treasury: z.nullable(z.string()),
    }),
  ),
  deposits: z.nullable(depositsState),
  outbox: z.nullable(outboxState),
  anchors: z.strictObject({
    isOn: z.boolean(),
    /** Reason why no root is anchored now; null if anchoring works. */
    reason: z.nullable(z.string()),
    newest: z.nullable(shownAnchor),
  }),
  sports: sportsFeedState,
  /** Null before the first one. */
  race: z.nullable(
    z.strictObject({
      number: count,
      phase: operatorRace.shape.status,
      closesAt: timestamp,
      bets: count,
      staked: coinAmount,
      /** Void races of the last hundred, and the number of the last one. */
      voidOfLast100: count,
      lastVoid: z.nullable(count),
    }),
  ),
  paused: z.array(gamePause),
  /** Jobs of all processes; each with its worst state. */
  jobs: z.array(
    z.strictObject({
      name: z.enum(JOB_NAMES),
      /** Null before the first success. */
      lastSuccessAt: z.nullable(timestamp),
      runs: count,
      failures: count,
      /** Failures since the last success. */
      failuresInRow: count,
    }),
  ),
  /** Alarms, most urgent first. */
  alarms: z.array(alarm),
})
export type OperatorOverview = z.infer<typeof operatorOverview>

export const readOverview = endpoint({
  ...READ,
  path: '/api/operator/overview',
  summary: 'Read the state of the casino, and its alarms',
  description:
    'Bankroll, exposure, refills, bets per second, deposits, outbox, anchors, sports feed, race, pauses, jobs, and alarms.',
  answer: operatorOverview,
})
