import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { atMost, type Measure, none } from '../../cli/measures.ts'
import { identifyProcess } from '../../process/system-processes.ts'
import { onStage, type Stage, type StageProcess } from '../../product/stage.ts'
import type { Target } from './attack.ts'
import { Attacker } from './attacker.ts'
import type { FloodName } from './attacks.ts'
import { Bystanders } from './bystanders.ts'
import { claims } from './flood-claims.ts'
import { judgeFlood } from './flood-judge.ts'
import { MemoryGrowth } from './memory-growth.ts'
import { openDescriptors } from './process-usage.ts'
import { stopRows } from './stop-rows.ts'
import { tallyText } from './tally.ts'
import type { Timings } from './timings.ts'
import { makeWebFolder } from './web-folder.ts'

const PLAYERS = 16
/** A process that has just started is slow at anything. */
const WARM_UP_MS = 2_000
const QUIET_MS = 4_000
/** Long enough to measure what a short attack leaves behind. */
const FLOOD_MS_LEAST = 3_000
const GROWTH_MB_MAX = 300

type FloodOptions = {
  /** Of what the players bet. */
  seed: string
  /** Within how many seconds service has to be back; bars follow from it. */
  backWithin: number
}

/** Plays one attack after the other, each against an API process of its own. */
export async function injectFloods(
  names: readonly FloodName[],
  options: FloodOptions,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const WEB_DIR = makeWebFolder(stage.directory)
    stage.env = { ...stage.env, LOG_LEVEL: 'info', WEB_DIR }
    for (const name of names) {
      console.log(`Injecting ${name} ...`)
      rows.push(...(await injectFlood(stage, name, options)))
    }
  })
  return rows
}

async function injectFlood(
  stage: Stage,
  name: FloodName,
  { seed, backWithin }: FloodOptions,
): Promise<Measure[]> {
  const { api, target, bystanders } = await openScene(stage, `${seed}:${name}`)
  const attacker = new Attacker(name)
  const quiet = await quietTimings(bystanders)
  const descriptorsBefore = openDescriptors(api.process.pid)
  const growth = new MemoryGrowth(api.process.pid, () => attacker.end())
  try {
    const [tally] = await Promise.all([
      attacker.attack(target),
      sleep(FLOOD_MS_LEAST),
    ])
    console.log(`  What the attacker got: ${tallyText(tally)}`)
    const crashes = await restartIfEnded(stage, api)
    await bystanders.stop()
    const flooded = bystanders.takeTimings()
    const databaseUrl = stage.env.DATABASE_URL
    const { cookie } = target
    const growthMb = Math.round(growth.peakMb)
    const scene = { api, cookie, tally, descriptorsBefore, backWithin }
    const outcome = { bystanders, quiet, flooded, databaseUrl, backWithin }
    return [
      ...(await judgeFlood(name, outcome)),
      none(`${name}_crashes`, crashes),
      atMost(GROWTH_MB_MAX, {
        name: `${name}_memory_growth`,
        value: growthMb,
        unit: 'MB',
      }),
      ...((await claims[name]?.(scene)) ?? []),
      ...(await stopRows(name, api)),
    ]
  } finally {
    growth.stop()
    await attacker.end()
    // Had something failed, they would bet forever.
    bystanders.stop().catch(() => undefined)
  }
}

type Scene = { api: StageProcess; target: Target; bystanders: Bystanders }

async function openScene(stage: Stage, seed: string): Promise<Scene> {
  const [cookie, ...cookies] = await enrollPlayers(stage.env, PLAYERS + 1)
  assert(cookie !== undefined, 'one of them is the attacker')
  const api = await stage.startApi()
  const port = Number(new URL(api.url).port)
  const bystanders = new Bystanders(api.url, seededRandom(seed))
  bystanders.start(cookies)
  return { api, target: { port, cookie }, bystanders }
}

async function quietTimings(bystanders: Bystanders): Promise<Timings> {
  await sleep(WARM_UP_MS)
  bystanders.takeTimings()
  await sleep(QUIET_MS)
  return bystanders.takeTimings()
}

/** Lets the players go on, if the flood has ended the process. @returns how often. */
async function restartIfEnded(stage: Stage, api: StageProcess): Promise<0 | 1> {
  if (identifyProcess(api.process.pid)) return 0
  api.process = (await stage.startApi(Number(new URL(api.url).port))).process
  return 1
}
