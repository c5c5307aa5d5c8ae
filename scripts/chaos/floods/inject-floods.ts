import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { atMost, type Measure, none } from '../../cli/measures.ts'
import {
  identifyProcess,
  openDescriptors,
  residentMb,
} from '../../process/system-processes.ts'
import { onStage, type Stage, type StageProcess } from '../../product/stage.ts'
import { type Target, tallyText } from './attack.ts'
import { Attacker } from './attacker.ts'
import type { FloodName } from './attacks.ts'
import { Bystanders, type Timings } from './bystanders.ts'
import { LARGE_FILE } from './connection-attacks.ts'
import { claims, judgeFlood, stopRows } from './judge-floods.ts'

const PLAYERS = 16
const WARM_UP_MS = 2_000
const QUIET_MS = 4_000
/** Long enough to measure the effects of a short attack. */
const FLOOD_MS_LEAST = 3_000
const GROWTH_MB_MAX = 300
const SAMPLE_EVERY_MS = 50
/** Ends a flood, to protect the machine. */
const LIMIT_MB = 1_500
const LARGE_FILE_BYTES = 8_000_000
const PAGE = '<!doctype html><title>A page of the site</title>'

type FloodOptions = {
  seed: string
  /** Seconds for service to return; scales the bars. */
  backWithin: number
}

/** Runs attacks one after the other, each against a new API process. */
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
    console.log(`  The attacker's answers: ${tallyText(tally)}`)
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
    // After a failure they still play.
    bystanders.stop().catch(() => undefined)
  }
}

type Scene = { api: StageProcess; target: Target; bystanders: Bystanders }

async function openScene(stage: Stage, seed: string): Promise<Scene> {
  const [cookie, ...cookies] = await enrollPlayers(stage.env, PLAYERS + 1)
  assert(cookie !== undefined, 'has the attacker')
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

/** Restarts the process if the flood ended it. @returns the number of restarts */
async function restartIfEnded(stage: Stage, api: StageProcess): Promise<0 | 1> {
  if (identifyProcess(api.process.pid)) return 0
  api.process = (await stage.startApi(Number(new URL(api.url).port))).process
  return 1
}

/** Creates a WEB_DIR without a build. */
function makeWebFolder(parent: string): string {
  const folder = join(parent, 'web')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, LARGE_FILE), Buffer.alloc(LARGE_FILE_BYTES))
  return folder
}

/** Samples the growth of a process's resident memory. */
class MemoryGrowth {
  peakMb = 0
  readonly #sampler: NodeJS.Timeout

  constructor(pid: number, onLimit: () => void) {
    const beforeMb = residentMb(pid)
    this.#sampler = setInterval(() => {
      this.peakMb = Math.max(this.peakMb, residentMb(pid) - beforeMb)
      if (this.peakMb >= LIMIT_MB) onLimit()
    }, SAMPLE_EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#sampler)
  }
}
