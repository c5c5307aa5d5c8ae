import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../bench/players.ts'
import { atLeast, type Measure, none } from '../cli/measures.ts'
import { BusyPlayers } from '../load/busy-players.ts'
import { onStage, type Stage, type StageProcess } from '../product/stage.ts'
import { awayFor, brokenPromises, violations } from './judge.ts'

const PLAYERS = 32
/** Pause before each fault. */
const PAUSE_MS = { least: 200, most: 1_200 }

/** Breaks a part and restarts it. */
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
  seed: string
  /** Number of faults. */
  times: number
  /** Seconds for service to return. */
  backWithin: number
}

/** Injects a fault repeatedly while players bet. */
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
    const players = new BusyPlayers({ urls, random })
    players.start(cookies)
    const absencesMs: number[] = []
    for (let strike = 0; strike < times; strike += 1) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
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
  players: BusyPlayers
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
