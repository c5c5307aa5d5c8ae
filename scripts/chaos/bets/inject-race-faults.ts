import { Pool } from 'pg'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import type { Measure } from '../../cli/measures.ts'
import { startContracts } from '../../deposit/deposit-site.ts'
import { onStage, type Stage } from '../../product/stage.ts'
import type { Series } from '../faults.ts'
import { Bettors } from './bettors.ts'
import { keepJournal } from './journal.ts'
import { LeasedProcesses } from './leases.ts'
import { type RaceFaultName, raceFaults, type Struck } from './race-faults.ts'
import { judgeRaces } from './race-judge.ts'
import { RACE_PHASES, untilPhase } from './race-phases.ts'

const PLAYERS = 24
const PROCESSES = 3
const HORSES = 4
/** Small, so that the house can cover all of them. */
const STAKE_MAX = 5

/** Strikes the leader of the races in each phase of a race, while players bet. */
export async function injectRaceFault(
  name: RaceFaultName,
  { backWithin, seed, times }: Series,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const random = seededRandom(`${seed}:${name}`)
    const site = await openRaceSite(stage)
    const { cookies, database, urls } = site
    try {
      const bettors = new Bettors({ urls, random, nextBet: raceBets(random) })
      bettors.start(cookies)
      const struck: Struck[] = []
      for (let race = 0; race < times; race += 1) {
        for (const phase of RACE_PHASES) {
          const held = await untilPhase(database, phase)
          const scene = { processes: site.processes, held, random }
          struck.push(await raceFaults[name](scene))
        }
      }
      // Before the next race opens, which would have to be waited for.
      await bettors.stop()
      await site.processes.untilRestarted()
      const databaseUrl = stage.env.DATABASE_URL
      const leadsWithin = backWithin / 2
      const outcome = { database, databaseUrl, bettors, struck, leadsWithin }
      rows.push(...(await judgeRaces(name, outcome)))
    } finally {
      await database.end()
    }
  })
  return rows
}

async function openRaceSite(stage: Stage) {
  // What a process leads is in its log.
  stage.env = { ...stage.env, LOG_LEVEL: 'info' }
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const chain = await startContracts(stage)
  stage.env = { ...stage.env, RPC_URL: chain.url }
  const connectionString = stage.env.DATABASE_URL
  const database = new Pool({ connectionString, max: 4 })
  await keepJournal(database)
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => stage.startApi()),
  )
  const urls = processes.map(({ url }) => url)
  const lease = { name: 'races', database, processes } as const
  return {
    cookies,
    database,
    urls,
    processes: new LeasedProcesses(stage, lease),
  }
}

function raceBets(random: () => number) {
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  return async () => ({
    path: '/api/races/place-bet',
    body: { horseId: upTo(HORSES), amount: upTo(STAKE_MAX) },
  })
}
