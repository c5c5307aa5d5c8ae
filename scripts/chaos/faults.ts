import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../bench/players.ts'
import { atLeast, type Measure, none } from '../cli/measures.ts'
import { onStage, type Stage, type StageProcess } from '../product/stage.ts'
import { brokenPromises } from './acknowledged-rounds.ts'
import { awayFor, violations } from './judge.ts'
import { PlayersAtWork } from './players-at-work.ts'

const PLAYERS = 32
/** Faults come between these times after things are well again. */
const CALM_MS = { least: 200, most: 1_200 }

/** What a fault does and undoes; resolves when all was started again. */
type Fault = (stage: Stage, processes: StageProcess[]) => Promise<void>

export const faults = {
  api_kill: {
    times: 20,
    async strike(stage, processes) {
      const [victim] = processes
      if (!victim) return
      process.kill(victim.process.pid, 'SIGKILL')
      await victim.process.ended
      processes[0] = await stage.startApi(Number(new URL(victim.url).port))
    },
  },
  database_crash: {
    times: 5,
    async strike(stage) {
      await stage.crashDatabase()
      await stage.startDatabase()
    },
  },
} satisfies Record<string, { times: number; strike: Fault }>

export type Series = {
  /** Of the pauses between two strikes. */
  seed: string
  /** How often a fault strikes. */
  times: number
  /** Within how many seconds service has to be back. */
  backWithin: number
}

/** Strikes again and again while players bet, and tells what held. */
export async function injectFault(
  name: keyof typeof faults,
  { seed, times, backWithin }: Series,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, PLAYERS)
    const processes = [await stage.startApi(), await stage.startApi()]
    const urls = processes.map(({ url }) => url)
    const players = new PlayersAtWork({ urls, random })
    players.start(cookies)
    const absencesMs: number[] = []
    for (let strike = 0; strike < times; strike += 1) {
      await sleep(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least))
      const startedAt = performance.now()
      await faults[name].strike(stage, processes)
      await players.untilNextAnswer()
      absencesMs.push(performance.now() - startedAt)
    }
    await players.stop()
    rows.push(
      ...(await judged(name, { stage, players, absencesMs, backWithin })),
    )
  })
  return rows
}

type Outcome = {
  stage: Stage
  players: PlayersAtWork
  absencesMs: readonly number[]
  backWithin: number
}

async function judged(
  name: string,
  { stage, players, ...absences }: Outcome,
): Promise<Measure[]> {
  const { acknowledged, surprises } = players
  for (const surprise of surprises) console.log(`  ${surprise}`)
  const url = stage.env.DATABASE_URL
  return [
    none(`${name}_broken_promises`, await brokenPromises(url, acknowledged)),
    none(`${name}_audit_violations`, await violations(url)),
    none(`${name}_surprises`, surprises.length),
    awayFor(name, absences),
    atLeast(1, {
      name: `${name}_bets_answered`,
      value: acknowledged.length,
      unit: 'bets',
    }),
  ]
}
