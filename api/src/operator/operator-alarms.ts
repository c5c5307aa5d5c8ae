import type { OperatorLedgerAudit } from '#core/api/operator/house.ts'
import type {
  OperatorAlarm,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { coins } from '#core/money/coins.ts'
import { BANKROLL_LOW } from '../ledger/ledger.service.ts'
import type { NodeState } from '../platform/chain/nodes/chain-nodes.ts'

/** A job that fails now and then is not worth a look: the next run mends it. */
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

/** All but the alarms themselves, and what the last audit has found. */
export type Watched = Omit<OperatorOverview, 'alarms'> & {
  /** Games whose return chance does not explain. */
  incredible: readonly string[]
  isRestored: boolean
  audit: OperatorLedgerAudit | undefined
  /** As each process sees them. */
  nodes: readonly NodeState[]
  indexerLags: readonly number[]
}

const RULES: readonly ((watched: Watched) => OperatorAlarm[])[] = [
  restoredDatabase,
  failedAudit,
  incredibleReturns,
  lowBankroll,
  stuckDeposits,
  stuckOutbox,
  stuckRace,
  stalledFinality,
  laggingIndexer,
  failingJobs,
  heldGames,
  staleFeed,
  lowGas,
  silentNodes,
  laggingNodes,
  limitedNodes,
  undecidedDeposits,
]

/** Lists alarms, urgent ones first. */
export function alarmsOf(watched: Watched): OperatorAlarm[] {
  const alarms = RULES.flatMap((rule) => rule(watched))
  const isUrgent = ({ severity }: OperatorAlarm) => severity === 'urgent'
  return [...alarms.filter(isUrgent), ...alarms.filter((one) => !isUrgent(one))]
}

function restoredDatabase({ isRestored }: Watched): OperatorAlarm[] {
  if (!isRestored) return []
  const message =
    'The database is older than what the house has shown: no bet is taken until every player has new seeds.'
  return [{ ...urgent('database_restored'), message, since: null }]
}

function failedAudit({ audit }: Watched): OperatorAlarm[] {
  if (!audit || audit.findings.length === 0) return []
  const names = audit.findings.map(({ name }) => name).join(', ')
  const message = `The last audit of the ledger found violations: ${names}.`
  return [{ ...urgent('audit_failed'), message, since: audit.at }]
}

function incredibleReturns({ incredible }: Watched): OperatorAlarm[] {
  return incredible.map((gameType) => ({
    ...urgent('return_incredible'),
    message: `Chance does not explain what ${gameType} has paid back.`,
    gameType,
    since: null,
  }))
}

function lowBankroll({ bankroll: { free } }: Watched): OperatorAlarm[] {
  const least = coins(BANKROLL_LOW)
  if (free >= least) return []
  const message = `The house has ${free} coins that nothing can claim, less than ${least}: it refuses large bets.`
  return [{ ...urgent('bankroll_low'), message, since: null }]
}

function stuckDeposits(watched: Watched): OperatorAlarm[] {
  const { deposits } = watched
  const since = deposits?.oldestForChainAt
  const waiting = (deposits?.waiting ?? 0) - (deposits?.undecided ?? 0)
  if (waiting <= 0 || !isOlder(since, watched, DEPOSITS_AFTER_MS)) return []
  const message = `${waiting} deposits wait for the chain, the oldest since ${since}.`
  return [{ ...urgent('deposits_stuck'), message, since }]
}

function undecidedDeposits({ deposits }: Watched): OperatorAlarm[] {
  if (!deposits?.undecided) return []
  const message = `${deposits.undecided} deposits wait for an operator's decision.`
  const since = deposits.oldestWaitingAt
  return [{ ...warning('deposits_undecided'), message, since }]
}

function stuckOutbox(watched: Watched): OperatorAlarm[] {
  const { outbox } = watched
  const since = outbox?.oldestWaitingAt
  if (!isOlder(since, watched, OUTBOX_AFTER_MS)) return []
  const message = `${outbox?.waiting} transactions of the house are not final, the oldest since ${since}.`
  return [{ ...urgent('outbox_stuck'), message, since }]
}

function lowGas({ outbox }: Watched): OperatorAlarm[] {
  const gas = outbox?.gas
  if (!gas?.isLow) return []
  const message = `The house's account ${gas.address} has ${gas.balance} left for fees, less than ${gas.lowMark}.`
  return [{ ...warning('gas_low'), message, since: null }]
}

function stuckRace(watched: Watched): OperatorAlarm[] {
  const { race } = watched
  const isWaiting = race?.phase === 'open' || race?.phase === 'closed'
  const since = isWaiting ? race.closesAt : undefined
  if (!isOlder(since, watched, RACE_AFTER_MS)) return []
  const message = `Race ${race?.number} was to close at ${since}, and has neither started nor ended.`
  return [{ ...urgent('race_stuck'), message, since }]
}

function heldGames({ sports }: Watched): OperatorAlarm[] {
  const { heldGames: count } = sports
  if (count === 0) return []
  const message = `The sports feed contradicts itself about ${count} games: their bets wait for an operator's decision.`
  return [{ ...urgent('games_held'), message, since: null }]
}

function staleFeed({ sports }: Watched): OperatorAlarm[] {
  const { isStale, lastPollAt } = sports
  if (!isStale || lastPollAt === null) return []
  const message = `The sports feed gave its last prices at ${lastPollAt}: they take no bets.`
  return [{ ...warning('feed_stale'), message, since: lastPollAt }]
}

function failingJobs(watched: Watched): OperatorAlarm[] {
  return watched.jobs
    .filter(
      ({ failuresInRow, lastSuccessAt }) =>
        failuresInRow >= FAILURES_IN_ROW &&
        (lastSuccessAt === null ||
          isOlder(lastSuccessAt, watched, FAILING_AFTER_MS)),
    )
    .map(({ name, lastSuccessAt }) => ({
      ...urgent('job_failing'),
      message: lastSuccessAt
        ? `The job ${name} fails.`
        : `The job ${name} fails, and has never succeeded.`,
      since: lastSuccessAt,
    }))
}

function stalledFinality({ nodes }: Watched): OperatorAlarm[] {
  const lag = newest(nodes, 'head') - newest(nodes, 'finalized')
  if (!(lag > FINALITY_LAG)) return []
  const message = `The chain has finalized none of its last ${lag} blocks: deposits, wallets and anchors wait, and no race opens.`
  return [{ ...urgent('finality_stalled'), message, since: null }]
}

function laggingIndexer({ indexerLags }: Watched): OperatorAlarm[] {
  const lag = Math.max(0, ...indexerLags)
  if (lag <= INDEXER_LAG) return []
  const message = `The indexer is ${lag} blocks behind the chain: deposits show late.`
  return [{ ...urgent('indexer_behind'), message, since: null }]
}

function silentNodes({ nodes }: Watched): OperatorAlarm[] {
  return nodesWhere(
    nodes,
    ({ head, limitPerSecond }) => head === null && limitPerSecond === null,
  ).map(({ place }) => ({
    ...warning('node_silent'),
    message: `Node ${place} of RPC_URL does not answer.`,
    since: null,
  }))
}

function laggingNodes({ nodes }: Watched): OperatorAlarm[] {
  const lagOf = ({ head }: NodeState) => newest(nodes, 'head') - (head ?? 0)
  return nodesWhere(
    nodes,
    (node) => node.head !== null && lagOf(node) > NODE_LAG,
  ).map((node) => ({
    ...warning('node_behind'),
    message: `Node ${node.place} of RPC_URL is ${lagOf(node)} blocks behind.`,
    since: null,
  }))
}

function limitedNodes({ nodes }: Watched): OperatorAlarm[] {
  return nodesWhere(nodes, ({ limitPerSecond }) => limitPerSecond !== null).map(
    ({ limitPerSecond, place }) => ({
      ...warning('node_limited'),
      message: `Node ${place} of RPC_URL limits our requests to about ${limitPerSecond}/s.`,
      since: null,
    }),
  )
}

/** One state of each node of which some process says so. */
function nodesWhere(
  nodes: readonly NodeState[],
  isSo: (node: NodeState) => boolean,
): NodeState[] {
  const all = nodes.filter(isSo)
  return [...new Map(all.map((node) => [node.place, node])).values()]
}

/** NaN where no node answers. */
function newest(
  nodes: readonly NodeState[],
  block: 'finalized' | 'head',
): number {
  const known = nodes.flatMap((node) => node[block] ?? [])
  return known.length > 0 ? Math.max(...known) : Number.NaN
}

function isOlder(
  time: string | null | undefined,
  { at }: Pick<Watched, 'at'>,
  ms: number,
): time is string {
  return !!time && Date.parse(at) - Date.parse(time) > ms
}

function urgent(code: OperatorAlarm['code']) {
  return { code, severity: 'urgent' as const }
}

function warning(code: OperatorAlarm['code']) {
  return { code, severity: 'warning' as const }
}
