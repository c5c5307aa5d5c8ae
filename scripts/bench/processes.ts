import { auditLedger } from '../../api/src/ledger/ledger-audit.service.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { atLeast, type Measure, none, withoutBar } from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import type { Stage } from '../product/stage.ts'
import { createMove, gameLoad, inTurn, medianRate } from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const PROCESSES = 3
const CONNECTIONS = 63
const WARM_UP_SECONDS = 4
const SECONDS = 5
const ROUNDS = 3

type Load = {
  processes: number
  /** True if each player's bets go to one process. */
  isSticky?: boolean
}

/**
 * Compares three API processes on one database with one, and audits the ledger
 * after players have bet at all three at once.
 */
export async function processRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)

  /** Adds up the loads of API processes that run for it only. */
  async function countBets({ processes, isSticky = true }: Load) {
    const apis = await Promise.all(
      Array.from({ length: processes }, () => stage.startApi()),
    )
    const all = (duration: number) =>
      Promise.all(
        apis.map(({ url: origin }, at) =>
          gameLoad({
            origin,
            cookies: isSticky
              ? cookies.filter((_, player) => player % processes === at)
              : cookies,
            connections: CONNECTIONS / processes,
            move: createMove(coinFlipKit.calls),
            duration,
          }),
        ),
      )
    await all(WARM_UP_SECONDS)
    const results = await all(SECONDS)
    for (const { process } of apis) await process.stop()
    const sum = (key: keyof (typeof results)[number]) =>
      results.reduce((total, result) => total + result[key], 0)
    const p99Ms = Math.max(...results.map((result) => result.p99Ms))
    return { perSecond: sum('perSecond'), failures: sum('failures'), p99Ms }
  }

  const loads = [1, PROCESSES].map(
    (processes) => () => countBets({ processes }),
  )
  const [one = [], three = []] = await inTurn(ROUNDS, loads)
  const spread = await countBets({ processes: PROCESSES, isSticky: false })
  const findings = await auditLedger(openDatabase(stage.database))
  const failed = [...one, ...three, spread]
  return [
    atLeast(
      'bets_three_processes',
      medianRate(three) / medianRate(one),
      '× one process',
      0.8,
    ),
    withoutBar('bets_one_process', medianRate(one), 'a second'),
    withoutBar('bets_spread', spread.perSecond, 'a second'),
    none(
      'bets_of_processes_failed',
      failed.reduce((sum, { failures }) => sum + failures, 0),
      'answers',
    ),
    none(
      'bets_of_processes_wrong',
      findings.reduce((sum, { violations }) => sum + violations, 0),
      'violations of the ledger',
    ),
  ]
}
