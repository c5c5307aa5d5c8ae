import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'

/** State of a job in this process. */
export type JobHealth = {
  name: string
  /** ISO 8601. */
  lastSuccessAt: string | null
  runs: number
  failures: number
  failuresInRow: number
}

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP requests by class of status code',
    labelNames: ['status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const byClass = [0, 1, 2, 3, 4, 5].map((digit) =>
    requests.labels(`${digit}xx`),
  )

  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge({ name, help, labelNames, registers })

  return {
    registry,
    http: {
      observe(statusCode: number, durationMs: number): void {
        byClass[Math.floor(statusCode / 100)]?.observe(durationMs / 1_000)
      },
    },
    /** Health of each job that has run, by name. */
    jobs: new Map<string, JobHealth>(),
    jobRuns: counter('job_runs_total', 'Background job runs by outcome', [
      'job',
      'outcome',
    ]),
    jobSuccess: gauge(
      'job_last_success_seconds',
      'When a background job last succeeded, Unix time',
      ['job'],
    ),
    jobFailuresInRow: gauge(
      'job_failures_in_row',
      'Failed runs of a background job since its last success',
      ['job'],
    ),
    databaseRestored: gauge(
      'database_restored',
      '1 while the database is older than published results, and bets are refused',
    ),
    rpcFailures: counter(
      'rpc_failures_total',
      'Failed requests to a node, by its position in RPC_URL',
      ['node'],
    ),
    rpcRequests: counter(
      'rpc_requests_total',
      'Requests to a node, by its position in RPC_URL and by method',
      ['node', 'method'],
    ),
    indexerHeadLag: gauge(
      'indexer_head_lag_blocks',
      'Blocks by which the indexer is behind the chain',
    ),
    rpcDisagreements: counter(
      'rpc_disagreements_total',
      'Checks of a deposit in which nodes contradicted each other',
    ),
    depositsUnsettled: gauge(
      'deposits_unsettled',
      'Deposits whose last settlement failed, in the leading process',
    ),
    walletsUnreconciled: gauge(
      'deposit_wallets_unreconciled',
      'Wallets that the reconciler leaves alone, by reason',
      ['problem'],
    ),
    operatorBalance: gauge(
      'operator_balance_bnb',
      'Balance of the operator account',
      ['address'],
    ),
    operatorGasLow: gauge(
      'operator_gas_low',
      '1 while the operator account can pay fewer than 20 transactions',
      ['address'],
    ),
    houseRefills: counter(
      'house_refill_coins_total',
      'Coins granted to the house because it ran low',
    ),
    sportsRequestsRemaining: gauge(
      'sports_feed_requests_remaining',
      'Remaining quota of the odds feed, in the leading process',
    ),
    sportsBetsOverdue: gauge(
      'sports_bets_overdue',
      'Bets unsettled a day after the start of their game, in the leading process',
    ),
    sportsGamesAwaitingOperator: gauge(
      'sports_games_held',
      'Games with contradictory feed data that wait for an operator, in the leading process',
    ),
    sportsAbsorbed: counter(
      'sports_absorbed_coins_total',
      'Coins that corrections could not take back from players',
    ),
  }
}
