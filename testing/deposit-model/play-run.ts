import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seededRandom } from '#testing/player/seeded-random.ts'
import {
  type DepositHarness,
  openDepositHarness,
  type Run,
} from './deposit-harness.ts'
import { expectedCredits } from './expected-credits.ts'
import { oneRound, SCENARIOS } from './scenarios.ts'
import { chanceOf, DEPTHS, stepsOf } from './steps.ts'

/** Of all files together, unless MODEL_RUNS says otherwise. */
const RUNS = '32'
const STEPS = { least: 12, most: 30 }
/** What is left to do is done in so many rounds, or never. */
const ROUNDS_MOST = 16
/** So many more change nothing any more. */
const ROUNDS_AFTER = 2

/** One of several files that share the runs of a series. */
type Share = { part: number; of: number }

/**
 * Has random payments, reorganisations, crashes and lies happen, and holds
 * the coins that came of it against the model. Each series has seeds of its
 * own, unless MODEL_SERIES names them; MODEL_RUNS says how many, and
 * MODEL_SEED=<seed> plays one run again.
 */
export async function playRuns(share: Share): Promise<void> {
  const { MODEL_SEED, MODEL_SERIES = randomUUID().slice(0, 8) } = process.env
  const seeds = seedsOf(MODEL_SERIES).filter(
    (_, place) => place % share.of === share.part,
  )
  const kinds = seeds.map(nameOf).filter((name) => name in SCENARIOS)
  const harness = await openDepositHarness()
  afterAll(() => harness.close())
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())
  const happened = new Set<string>()
  test.each(MODEL_SEED ? [MODEL_SEED] : seeds)(
    '%s: what the chain paid is credited once',
    async (seed) => {
      for (const what of await playRun(harness, seed)) happened.add(what)
    },
  )
  test.skipIf(MODEL_SEED)('the runs were of all kinds', () => {
    expect(kinds.filter((kind) => !happened.has(kind))).toEqual([])
  })
}

/** The first ones begin with what else might happen in none of them. */
function seedsOf(series: string): string[] {
  const { MODEL_RUNS = RUNS } = process.env
  const begun = Object.keys(SCENARIOS)
  const names = Array.from({ length: Number(MODEL_RUNS) }, (_, run) =>
    String(begun[run] ?? run),
  )
  return names.map((name) => `${series} ${name}`)
}

/** @returns what has happened in it. */
async function playRun(
  harness: DepositHarness,
  seed: string,
): Promise<string[]> {
  const chance = chanceOf(seededRandom(seed))
  const scenario = SCENARIOS[nameOf(seed)]
  const depths = scenario?.depths ?? chance.oneOf(Object.values(DEPTHS))
  const run = await harness.openRun(depths.finalAfter)
  const next = stepsOf(chance, depths)
  const steps = STEPS.least + chance.below(STEPS.most - STEPS.least)
  const done: string[] = []
  try {
    await scenario?.play(run)
    const begun = await happenedIn(run)
    while (done.length < steps) done.push(await next()(run))
    const { house, payments } = run
    const faults = await settle(run)
    const story = `MODEL_SEED='${seed}': ${done.join(', ')}`
    expect(faults, story).toEqual([])
    expect(await house.books.violations(), story).toEqual([])
    expect(await house.books.kept(payments.unlisted), story).toBe(0)
    expect(house.broken(), story).toEqual([])
    return [...begun, ...(await happenedIn(run))]
  } finally {
    await run.house.close()
  }
}

/** Of a run in its series, which a seed ends with. */
function nameOf(seed: string): string {
  return seed.slice(seed.indexOf(' ') + 1)
}

/** What later steps undo has happened all the same. */
async function happenedIn({ chain, house, payments }: Run): Promise<string[]> {
  const happened = [...(await house.books.happened()), ...chain.happened]
  if (payments.unlisted.size > 0) happened.push('unlisted')
  if (house.deaths() > 0) happened.push('death')
  return happened
}

/**
 * Lets the faults end and the work be done. @returns what is not right then.
 */
async function settle(run: Run): Promise<string[]> {
  const { house } = run
  for (const node of house.nodes) node.be()
  house.wakeOperator()
  let faults: string[] = []
  let after = 0
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    await oneRound(run)
    faults = await faultsOf(run)
    if (faults.length === 0) after += 1
    if (after > ROUNDS_AFTER) break
  }
  return faults
}

/** Who does not have what the model says, and what has come to no end. */
async function faultsOf({ chain, depositors, house }: Run): Promise<string[]> {
  const { books, terms } = house
  const paid = await chain.payments()
  const expected = expectedCredits(paid, depositors, terms)
  const faults: string[] = []
  for (const [userId, { least, most }] of expected) {
    const coins = await books.credited(userId)
    if (coins >= least && coins <= most) continue
    faults.push(`${coins} coins instead of ${least} to ${most}`)
  }
  for (const row of await books.waiting()) faults.push(`it waits: ${row}`)
  if (await house.isSweeping()) faults.push('the sweep has not ended')
  return faults
}
