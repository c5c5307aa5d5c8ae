import { setTimeout as sleep } from 'node:timers/promises'
import { enrollPlayers } from '../bench/players.ts'
import { type Measure, rounded } from '../lib/measures.ts'
import { seededRandom } from '../lib/seeded-random.ts'
import { onStage, type Stage, type StageProcess } from '../lib/stage.ts'
import { brokenPromises } from './acknowledged-rounds.ts'
import { count, violations } from './judge.ts'
import { PlayersAtWork } from './players-at-work.ts'

const PLAYERS = 32
const API_KILLS = 20
const DATABASE_CRASHES = 5
const BACK_WITHIN_MS = 10_000
/** Faults come between these times after things are well again. */
const CALM_MS = { least: 200, most: 1_200 }

/** What a fault does and undoes; resolves when all was started again. */
type Fault = (stage: Stage, processes: StageProcess[]) => Promise<void>

export const faults = {
  api_kill: {
    times: API_KILLS,
    async strike(stage, processes) {
      const [victim] = processes
      if (!victim) return
      process.kill(victim.process.pid, 'SIGKILL')
      await victim.process.ended
      processes[0] = await stage.startApi(Number(new URL(victim.url).port))
    },
  },
  database_crash: {
    times: DATABASE_CRASHES,
    async strike(stage) {
      await stage.crashDatabase()
      await stage.startDatabase()
    },
  },
} satisfies Record<string, { times: number; strike: Fault }>

/** Strikes again and again while players bet, and tells what held. */
export async function sufferFault(
  name: keyof typeof faults,
  seed: string,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, PLAYERS)
    const processes = [await stage.startApi(), await stage.startApi()]
    const urls = processes.map(({ url }) => url)
    const players = new PlayersAtWork(urls, random)
    players.start(cookies)
    const absences: number[] = []
    for (let strike = 0; strike < faults[name].times; strike += 1) {
      await sleep(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least))
      const startedAt = performance.now()
      await faults[name].strike(stage, processes)
      await players.untilNextAnswer()
      absences.push(performance.now() - startedAt)
    }
    await players.stop()
    rows.push(...(await judged(name, { stage, players, absences })))
  })
  return rows
}

async function judged(
  name: string,
  outcome: { stage: Stage; players: PlayersAtWork; absences: number[] },
): Promise<Measure[]> {
  const { stage, players, absences } = outcome
  const { acknowledged, surprises } = players
  for (const surprise of surprises) console.log(`  ${surprise}`)
  const back = rounded(Math.max(...absences) / 1_000)
  const url = stage.env.DATABASE_URL
  return [
    count(`${name}_broken_promises`, await brokenPromises(url, acknowledged)),
    count(`${name}_audit_violations`, await violations(url)),
    count(`${name}_surprises`, surprises.length),
    {
      name: `${name}_back_within`,
      value: back,
      unit: 's',
      bar: `at most ${BACK_WITHIN_MS / 1_000}`,
      ok: back * 1_000 <= BACK_WITHIN_MS,
    },
    {
      name: `${name}_bets_answered`,
      value: acknowledged.length,
      unit: 'bets',
      bar: 'more than 0',
      ok: acknowledged.length > 0,
    },
  ]
}
