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

/** Makes the metrics of /metrics. */
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
      help: 'Failed runs of a background job since its last success',
      labelNames: ['job'],
      registers,
    }),
    databaseRestored: new Gauge({
      name: 'database_restored',
      help: '1 while the database is older than published results, and bets are refused',
      registers,
    }),
    rpcFailures: new Counter({
      name: 'rpc_failures_total',
      help: 'Failed requests to a node, by its position in RPC_URL',
      labelNames: ['node'],
      registers,
    }),
    rpcRequests: new Counter({
      name: 'rpc_requests_total',
      help: 'Requests to a node, by its position in RPC_URL and by method',
      labelNames: ['node', 'method'],
      registers,
    }),
    indexerHeadLag: new Gauge({
      name: 'indexer_head_lag_blocks',
      help: 'Blocks by which the indexer is behind the chain',
      registers,
    }),
    rpcDisagreements: new Counter({
      name: 'rpc_disagreements_total',
      help: 'Checks of a deposit in which nodes contradicted each other',
      registers,
    }),
    depositsUnsettled: new Gauge({
      name: 'deposits_unsettled',
      help: 'Deposits whose last settlement failed, in the leading process',
      registers,
    }),
    walletsUnreconciled: new Gauge({
      name: 'deposit_wallets_unreconciled',
      help: 'Wallets that the reconciler leaves alone, by reason',
      labelNames: ['problem'],
      registers,
    }),
    operatorBalance: new Gauge({
      name: 'operator_balance_bnb',
      help: 'Balance of the operator account',
      labelNames: ['address'],
      registers,
    }),
    operatorGasLow: new Gauge({
      name: 'operator_gas_low',
      help: '1 while the operator account can pay fewer than 20 transactions',
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
      help: 'Remaining quota of the odds feed, in the leading process',
      registers,
    }),
    sportsBetsOverdue: new Gauge({
      name: 'sports_bets_overdue',
      help: 'Bets unsettled a day after the start of their game, in the leading process',
      registers,
    }),
    sportsGamesHeld: new Gauge({
      name: 'sports_games_held',
      help: 'Games with contradictory feed data that wait for an operator, in the leading process',
      registers,
    }),
    sportsAbsorbed: new Counter({
      name: 'sports_absorbed_coins_total',
      help: 'Coins that corrections could not take back from players',
      registers,
    }),
  }
}
