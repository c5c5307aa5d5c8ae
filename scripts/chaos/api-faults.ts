import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../bench/players.ts'
import type { Measure } from '../cli/measures.ts'
import { Bettors, playRound } from '../load/bettors.ts'
import { onStage, type Stage, type StageProcess } from '../product/stage.ts'
import {
  judgeBets,
  measureOutage,
  type Series,
  STORED_ROUNDS,
} from './judge.ts'

const PLAYERS = 32
/** Pause before each fault. */
const PAUSE_MS = { least: 200, most: 1_200 }

/** Breaks a part and restarts it. */
export type ApiFault = {
  name: string
  times: number
  strike: (stage: Stage, processes: StageProcess[]) => Promise<void>
}

export const API_FAULTS: ApiFault[] = [
  {
    name: 'api_kill',
    times: 20,
    async strike(stage, processes) {
      const [victim] = processes
      if (!victim) return
      await kill(victim)
      processes[0] = await stage.startApi(Number(new URL(victim.url).port))
    },
  },
  {
    name: 'database_crash',
    times: 5,
    async strike(stage) {
      await stage.crashDatabase()
      await stage.startDatabase()
    },
  },
]

export async function kill({ process: victim }: StageProcess): Promise<void> {
  process.kill(victim.pid, 'SIGKILL')
  await victim.ended
}

/** Injects a fault repeatedly while players bet. */
export function injectApiFault(
  { name, strike }: ApiFault,
  { seed, times, backWithin }: Series,
): Promise<Measure[]> {
  return onStage(async (stage) => {
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, PLAYERS)
    const processes = [await stage.startApi(), await stage.startApi()]
    const urls = processes.map(({ url }) => url)
    const bettors = new Bettors({ urls, random, play: playRound })
    bettors.start(cookies)
    const absencesMs: number[] = []
    while (absencesMs.length < times) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const startedAt = performance.now()
      await strike(stage, processes)
      await bettors.untilNextAnswer()
      absencesMs.push(performance.now() - startedAt)
    }
    await bettors.stop()
    return [
      ...(await judgeBets(name, stage.database, bettors, STORED_ROUNDS)),
      measureOutage(`${name}_back_within`, absencesMs, backWithin),
    ]
  })
}
