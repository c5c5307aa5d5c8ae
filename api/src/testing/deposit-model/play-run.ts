import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { chanceOf } from './chance.ts'
import {
  type DepositWorld,
  openDepositWorld,
  type Run,
} from './deposit-world.ts'
import { expectedCredits } from './expected-credits.ts'
import { type Depths, MINUTE_MS, stepsOf } from './random-steps.ts'
import { Tally } from './tally.ts'

/** With and without blocks undone that the chain had called final. */
const DEPTHS: Depths[] = [
  { finalAfter: 8, reorgMost: 7 },
  { finalAfter: 0, reorgMost: 10 },
]
/** What has to happen now and then, or the runs claim nothing. */
const KINDS = [
  'deposit',
  'reversal',
  'below_minimum',
  'unattributed',
  'cut',
  'unbacked',
  'of the house',
  'ended',
  'swept',
  'unlisted',
  'replaced',
  'dropped',
  'came back',
  'paid another amount',
  'death',
]
const STEPS = { least: 12, most: 30 }
/** What is left to do is done in so many rounds, or never. */
const ROUNDS_MOST = 16
/** So many more change nothing any more. */
const ROUNDS_AFTER = 2

/**
 * Has random payments, reorganisations, crashes and lies happen, and holds
 * the coins that came of it against the model. MODEL_SEED=<seed> plays one
 * run again.
 *
 * @param series names the seeds, which are numbered.
 */
export async function playRuns(series: string, runs: number): Promise<void> {
  const { MODEL_SEED } = process.env
  const seeds = Array.from({ length: runs }, (_, run) => `${series} ${run}`)
  const world = await openDepositWorld()
  afterAll(() => world.close())
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())
  const tally = new Tally()
  test.each(MODEL_SEED ? [MODEL_SEED] : seeds)(
    '%s: what the chain paid is credited once',
    (seed) => playRun(world, seed, tally),
  )
  test.skipIf(MODEL_SEED)('the runs were of all kinds', async () => {
    // Some kinds are rare: up to as many runs more are to have them, too.
    for (let run = runs; run < 2 * runs; run += 1) {
      if (tally.missing(KINDS).length === 0) break
      await playRun(world, `${series} ${run}`, tally)
    }
    expect(tally.missing(KINDS)).toEqual([])
  })
}

async function playRun(
  world: DepositWorld,
  seed: string,
  tally: Tally,
): Promise<void> {
  const chance = chanceOf(seededRandom(seed))
  const depths = chance.oneOf(DEPTHS)
  const run = await world.openRun(depths.finalAfter)
  const next = stepsOf(chance, depths)
  const steps = STEPS.least + chance.below(STEPS.most - STEPS.least)
  const done: string[] = []
  try {
    while (done.length < steps) done.push(await next()(run))
    const { house, payments } = run
    const faults = await settle(run)
    const story = `MODEL_SEED='${seed}': ${done.join(', ')}`
    expect(faults, story).toEqual([])
    expect(await house.books.violations(), story).toEqual([])
    expect(await house.books.kept(payments.unlisted), story).toBe(0)
    expect(house.broken(), story).toEqual([])
    tally.addAll(await house.books.tally())
    tally.addAll(run.chain.tally)
    tally.add('unlisted', payments.unlisted.size)
    tally.add('death', house.deaths())
  } finally {
    await run.house.close()
  }
}

/** Lets the faults end and the work be done. @returns what is not right then. */
async function settle(run: Run): Promise<string[]> {
  const { chain, house } = run
  for (const node of house.nodes) node.be()
  house.wakeOperator()
  let faults: string[] = []
  let after = 0
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    await chain.mine(4)
    await house.indexer.catchUp()
    house.passTime(MINUTE_MS)
    await house.work()
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
