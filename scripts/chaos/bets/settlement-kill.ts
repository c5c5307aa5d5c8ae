import { Pool } from 'pg'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import type { Measure } from '../../cli/measures.ts'
import { onStage } from '../../product/stage.ts'
import type { Series } from '../faults.ts'
import { Bettors } from './bettors.ts'
import { keepJournal } from './journal.ts'
import { LeasedProcesses } from './leases.ts'
import { SeasonBets } from './season-bets.ts'
import { SETTLEMENT_LINES, untilLine } from './settlement-lines.ts'
import { judgeSports } from './sports-judge.ts'

const PLAYERS = 8
const PROCESSES = 2
/** A day of the season in nine seconds. */
const SEASON = {
  SPORTS_SPEED: '10000',
  SPORTS_PLAYER_EXPOSURE_PERCENT: '10',
  SPORTS_EXPOSURE_PERCENT: '80',
}

/** Kills the process that settles bets at each line of it, while a season is played. */
export async function injectSettlementKill(
  name: string,
  { backWithin, seed, times }: Series,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    // What a process leads is in its log.
    stage.env = { ...stage.env, ...SEASON, LOG_LEVEL: 'info' }
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, PLAYERS)
    const databaseUrl = stage.env.DATABASE_URL
    const database = new Pool({ connectionString: databaseUrl, max: 4 })
    try {
      await keepJournal(database)
      const processes = await Promise.all(
        Array.from({ length: PROCESSES }, () => stage.startApi()),
      )
      const urls = processes.map(({ url }) => url)
      const lease = { name: 'sports', database, processes } as const
      const leased = new LeasedProcesses(stage, lease)
      const season = new SeasonBets({ urls, random })
      await season.untilOffered()
      const nextBet = () => season.next()
      const bettors = new Bettors({ urls, random, nextBet })
      bettors.start(cookies)
      const takenOverMs: number[] = []
      for (let round = 0; round < times; round += 1) {
        for (const line of SETTLEMENT_LINES) {
          const term = await leased.term()
          const held = await untilLine(database, line, random)
          await leased.kill(term.leader.process)
          await held?.release()
          takenOverMs.push(await leased.takenOver(term))
          leased.restart(term.leader)
          await leased.untilRestarted()
        }
      }
      await bettors.stop()
      const leadsWithin = backWithin / 2
      const kept = { database, databaseUrl, bettors }
      const outcome = { ...kept, takenOverMs, leadsWithin }
      rows.push(...(await judgeSports(name, outcome)))
    } finally {
      await database.end()
    }
  })
  return rows
}
