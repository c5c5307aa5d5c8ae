import type { OperatorLedgerAudit } from '#core/api/operator/house.ts'
import type {
  OperatorAlarm,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { BANKROLL_LOW } from '../ledger/ledger.service.ts'
import type { NodeState } from '../platform/chain/nodes/chain-nodes.ts'

/** Ignores single failures, which the next run makes up for. */
const FAILURES_IN_ROW = 2
const FAILING_AFTER_MS = 60_000
/** On a healthy chain a payment is settled within seconds. */
const DEPOSITS_AFTER_MS = 10 * 60_000
const OUTBOX_AFTER_MS = 5 * 60_000
/** On a healthy chain a race has its salt within seconds of its close. */
const RACE_AFTER_MS = 60_000
/** In blocks; on a healthy chain of 0.45 s blocks these lags are a few. */
const FINALITY_LAG = 100
const INDEXER_LAG = 100
const NODE_LAG = 20

export type Watched = Omit<OperatorOverview, 'alarms'> & {
  /** Games whose return chance does not explain. */
  incredible: readonly string[]
  isRestored: boolean
  audit: OperatorLedgerAudit | undefined
  /** As each process saw them when it last reported. */
  nodes: readonly (readonly NodeState[])[]
  indexerLags: readonly number[]
}

/** All others are urgent: players notice, or coins are in question. */
const WARNINGS: ReadonlySet<OperatorAlarm['code']> = new Set([
  'deposits_undecided',
  'feed_stale',
  'gas_low',
  'node_behind',
  'node_limited',
  'node_silent',
] as const)

type Found = Pick<OperatorAlarm, 'code' | 'gameType' | 'message'> & {
  since?: OperatorAlarm['since'] | undefined
}

export function listAlarms(watched: Watched): OperatorAlarm[] {
  const alarms = RULES.flatMap((rule) => [...rule(watched)]).map(
    ({ since = null, ...found }): OperatorAlarm => ({
      ...found,
      severity: WARNINGS.has(found.code) ? 'warning' : 'urgent',
      since,
    }),
  )
  const isUrgent = ({ severity }: OperatorAlarm) => severity === 'urgent'
  return [...alarms.filter(isUrgent), ...alarms.filter((one) => !isUrgent(one))]
}

const RULES = [houseAlarms, depositAlarms, betAlarms, jobAlarms, chainAlarms]

function* houseAlarms(watched: Watched): Generator<Found> {
  const { audit, bankroll, incredible, isRestored } = watched
  if (isRestored)
    yield {
      code: 'database_restored',
      message:
        'The database is older than results already shown: no bets are taken until every player has new seeds.',
    }
  const violated = audit?.findings.map(({ name }) => name) ?? []
  if (violated.length > 0)
    yield {
      code: 'audit_failed',
      message: `The last audit of the ledger found violations: ${violated.join(', ')}.`,
      since: audit?.at,
    }
  for (const gameType of incredible)
    yield {
      code: 'return_incredible',
      message: `Chance does not explain the payouts of ${gameType}.`,
      gameType,
    }
  if (bankroll.free < BANKROLL_LOW)
    yield {
      code: 'bankroll_low',
      message: `The house has ${bankroll.free} free coins, less than ${BANKROLL_LOW}: it refuses large bets.`,
    }
}

function* depositAlarms({ at, deposits, outbox }: Watched): Generator<Found> {
  const { oldestForChainAt, undecided = 0, waiting = 0 } = deposits ?? {}
  const forChain = waiting - undecided
  if (forChain > 0 && isOlder(oldestForChainAt, at, DEPOSITS_AFTER_MS))
    yield {
      code: 'deposits_stuck',
      message: `${forChain} deposits wait for the chain, the oldest since ${oldestForChainAt}.`,
      since: oldestForChainAt,
    }
  if (undecided > 0)
    yield {
      code: 'deposits_undecided',
      message: `${undecided} deposits wait for an operator's decision.`,
      since: deposits?.oldestWaitingAt,
    }
  const since = outbox?.oldestWaitingAt
  if (isOlder(since, at, OUTBOX_AFTER_MS))
    yield {
      code: 'outbox_stuck',
      message: `${outbox?.waiting} operator transactions are not final, the oldest since ${since}.`,
      since,
    }
  const gas = outbox?.gas
  if (gas?.isLow)
    yield {
      code: 'gas_low',
      message: `The operator account ${gas.address} has ${gas.balance} left for fees, less than ${gas.lowMark}.`,
    }
}

function* betAlarms({ at, race, sports }: Watched): Generator<Found> {
  const isWaiting = race?.phase === 'open' || race?.phase === 'closed'
  if (isWaiting && isOlder(race.closesAt, at, RACE_AFTER_MS))
    yield {
      code: 'race_stuck',
      message: `Race ${race.number} was due to close at ${race.closesAt}, but has neither started nor ended.`,
      since: race.closesAt,
    }
  if (sports.heldGames > 0)
    yield {
      code: 'games_held',
      message: `The sports feed contradicts itself about ${sports.heldGames} games: their bets wait for an operator's decision.`,
    }
  if (sports.isStale && sports.lastPollAt !== null)
    yield {
      code: 'feed_stale',
      message: `The sports feed last sent prices at ${sports.lastPollAt}: they are too old to bet on.`,
      since: sports.lastPollAt,
    }
}

function* jobAlarms({ at, jobs }: Watched): Generator<Found> {
  for (const { failuresInRow, lastSuccessAt: since, name } of jobs) {
    if (failuresInRow < FAILURES_IN_ROW) continue
    if (since === null)
      yield {
        code: 'job_failing',
        message: `The job ${name} is failing and has never succeeded.`,
      }
    else if (isOlder(since, at, FAILING_AFTER_MS))
      yield {
        code: 'job_failing',
        message: `The job ${name} is failing.`,
        since,
      }
  }
}

/** Yields problems of nodes and of the indexer. */
export function* chainAlarms({
  indexerLags,
  nodes,
}: Pick<Watched, 'indexerLags' | 'nodes'>): Generator<Found> {
  const seen = nodes.flat()
  const unfinalized = newest(seen, 'head') - newest(seen, 'finalized')
  if (unfinalized > FINALITY_LAG)
    yield {
      code: 'finality_stalled',
      message: `The chain has finalized none of its last ${unfinalized} blocks: deposits, wallets and anchors wait, and no race opens.`,
    }
  const indexerLag = Math.max(0, ...indexerLags)
  if (indexerLag > INDEXER_LAG)
    yield {
      code: 'indexer_behind',
      message: `The indexer is ${indexerLag} blocks behind the chain: deposits show up late.`,
    }
  // Several processes may report the same problem of a node.
  const found = new Map<string, Found>()
  for (const reported of nodes) {
    // Reports are of different times.
    const head = newest(reported, 'head')
    for (const node of reported) {
      for (const problem of nodeAlarms(node, head))
        found.set(`${node.place} ${problem.code}`, problem)
    }
  }
  yield* found.values()
}

function* nodeAlarms(
  { head, limitPerSecond, place }: NodeState,
  newestHead: number,
): Generator<Found> {
  const node = `Node ${place} of RPC_URL`
  if (limitPerSecond !== null)
    yield {
      code: 'node_limited',
      message: `${node} limits our requests to about ${limitPerSecond}/s.`,
    }
  else if (head === null)
    yield { code: 'node_silent', message: `${node} is not responding.` }
  const lag = newestHead - (head ?? newestHead)
  if (lag > NODE_LAG)
    yield { code: 'node_behind', message: `${node} is ${lag} blocks behind.` }
}

/** Returns NaN when no node answers. */
function newest(nodes: readonly NodeState[], block: 'finalized' | 'head') {
  const known = nodes.flatMap((node) => node[block] ?? [])
  return known.length > 0 ? Math.max(...known) : Number.NaN
}

function isOlder(time: string | null | undefined, at: string, ms: number) {
  return !!time && Date.parse(at) - Date.parse(time) > ms
}
