import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'

export type HttpMetrics = {
  observe(statusCode: number, durationMs: number): void
}

export type Metrics = ReturnType<typeof makeMetrics>

/** What /metrics tells, in Prometheus's terms. */
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

  return {
    registry,
    http: {
      observe(statusCode, durationMs) {
        byClass[Math.floor(statusCode / 100)]?.observe(durationMs / 1_000)
      },
    } satisfies HttpMetrics,
    jobRuns: new Counter({
      name: 'job_runs_total',
      help: 'Background job runs by outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSuccess: new Gauge({
      name: 'job_last_success_seconds',
      help: 'When a background job last succeeded, Unix time',
      labelNames: ['job'],
      registers,
    }),
    jobFailuresInRow: new Gauge({
      name: 'job_failures_in_row',
      help: 'Runs of a background job that failed since it last succeeded',
      labelNames: ['job'],
      registers,
    }),
    databaseRestored: new Gauge({
      name: 'database_restored',
      help: '1 while the database is older than what the house has shown, and no bet is taken',
      registers,
    }),
    rpcFailures: new Counter({
      name: 'rpc_failures_total',
      help: 'Questions that a node of the chain failed at, by its place in RPC_URL',
      labelNames: ['node'],
      registers,
    }),
    rpcRequests: new Counter({
      name: 'rpc_requests_total',
      help: 'Requests to a node of the chain, by its place in RPC_URL and by method',
      labelNames: ['node', 'method'],
      registers,
    }),
    indexerHeadLag: new Gauge({
      name: 'indexer_head_lag_blocks',
      help: 'Blocks from the newest that the indexer shows to the newest of the chain',
      registers,
    }),
    rpcDisagreements: new Counter({
      name: 'rpc_disagreements_total',
      help: 'Checks of a deposit in which nodes contradicted each other',
      registers,
    }),
    depositsUnsettled: new Gauge({
      name: 'deposits_unsettled',
      help: 'Deposits that failed to be settled when last tried, in the process that leads',
      registers,
    }),
    walletsInDoubt: new Gauge({
      name: 'deposit_wallets_in_doubt',
      help: 'Wallets whose account waits for the operator, by why',
      labelNames: ['doubt'],
      registers,
    }),
    operatorBalance: new Gauge({
      name: 'operator_balance_bnb',
      help: 'What the operator account holds, in the process that leads',
      labelNames: ['address'],
      registers,
    }),
    operatorGasLow: new Gauge({
      name: 'operator_gas_low',
      help: '1 while the operator account could not pay 20 more transactions',
      labelNames: ['address'],
      registers,
    }),
    ...sportsMetrics(registers),
    houseRefills: new Counter({
      name: 'house_refill_coins_total',
      help: 'Coins granted to the house because it ran low',
      registers,
    }),
  }
}

function sportsMetrics(registers: Registry[]) {
  return {
    sportsRequestsRemaining: new Gauge({
      name: 'sports_feed_requests_remaining',
      help: 'What the odds feed says is left of its quota, in the process that leads',
      registers,
    }),
    sportsBetsOverdue: new Gauge({
      name: 'sports_bets_overdue',
      help: 'Bets that are unsettled a day after their game was to start, in the process that leads',
      registers,
    }),
    sportsGamesHeld: new Gauge({
      name: 'sports_games_held',
      help: 'Games of which the feed contradicted itself, until an operator decides, in the process that leads',
      registers,
    }),
    sportsAbsorbed: new Counter({
      name: 'sports_absorbed_coins_total',
      help: 'Coins that corrections could not take back from players',
      registers,
    }),
  }
}
