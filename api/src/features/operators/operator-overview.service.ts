import { coins } from '#core/money/coins.ts'
import type {
  OperatorAlarm,
  OperatorBankroll,
  OperatorOverview,
} from '#core/schemas/operator.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  BANKROLL_LOW,
  freeBankroll,
  type LedgerService,
} from '../ledger/ledger.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'

/** A job that fails now and then is not worth a look: the next run mends it. */
const FAILING_AFTER_MS = 60_000

type Jobs = OperatorOverview['jobs']

type OverviewDeps = {
  ledger: Pick<LedgerService, 'totals'>
  pauses: Pick<PausesService, 'current'>
  metrics: Pick<Metrics, 'jobRuns' | 'jobSuccess'>
  clock: Clock
}

/** The state of the house at one moment. */
export class OperatorOverviewService {
  readonly #deps: OverviewDeps

  constructor(deps: OverviewDeps) {
    this.#deps = deps
  }

  async read(): Promise<OperatorOverview> {
    const { clock, ledger, pauses } = this.#deps
    const [totals, jobs] = await Promise.all([ledger.totals(), this.#jobs()])
    const { house, held, jackpot } = totals
    const bankroll = { house, held, free: freeBankroll(totals), jackpot }
    const at = clock()
    return {
      at: at.toISOString(),
      bankroll,
      totals: {
        players: totals.totalUsers,
        betsPlaced: totals.totalBetsPlaced,
        amountWagered: totals.totalAmountWagered,
      },
      paused: pauses.current(),
      jobs,
      alarms: alarmsOf(bankroll, jobs, at),
    }
  }

  async #jobs(): Promise<Jobs> {
    const { jobRuns, jobSuccess } = this.#deps.metrics
    const [runs, successes] = await Promise.all([
      jobRuns.get(),
      jobSuccess.get(),
    ])
    const count = (job: string, outcome: string) =>
      runs.values.find(
        ({ labels }) => labels.job === job && labels.outcome === outcome,
      )?.value ?? 0
    const names = new Set(runs.values.map(({ labels }) => String(labels.job)))
    return [...names].sort().map((name) => {
      const success = successes.values.find(({ labels }) => labels.job === name)
      const failures = count(name, 'failed')
      return {
        name,
        lastSuccessAt: success
          ? new Date(success.value * 1_000).toISOString()
          : null,
        runs: count(name, 'done') + failures,
        failures,
      }
    })
  }
}

/** What somebody should look at, the most urgent first. */
export function alarmsOf(
  { free }: Pick<OperatorBankroll, 'free'>,
  jobs: Jobs,
  at: Date,
): OperatorAlarm[] {
  const since = new Date(at.getTime() - FAILING_AFTER_MS).toISOString()
  const failing = jobs.filter(
    ({ failures, lastSuccessAt }) =>
      failures > 0 && (lastSuccessAt === null || lastSuccessAt < since),
  )
  return [
    ...(free < BANKROLL_LOW ? [lowBankroll(free)] : []),
    ...failing.map(({ name, lastSuccessAt }) => ({
      code: 'job_failing' as const,
      message: `The job ${name} fails; it last succeeded ${lastSuccessAt ? `at ${lastSuccessAt}` : 'never'}.`,
    })),
  ]
}

function lowBankroll(free: number): OperatorAlarm {
  const least = coins(BANKROLL_LOW)
  const message = `The house has ${free} coins that nothing can claim, less than ${least}: it refuses large bets.`
  return { code: 'bankroll_low', message }
}
