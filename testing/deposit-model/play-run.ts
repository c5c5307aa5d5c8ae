import { randomUUID } from 'node:crypto'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seededRandom } from '#testing/player/seeded-random.ts'
import {
  createDepositHarness,
  type DepositHarness,
  type Run,
} from './deposit-harness.ts'
import { expectedCredits } from './expected-credits.ts'
import type { Payment } from './model-chain.ts'
import { createChance, DEPTHS, MINUTE_MS, planSteps } from './steps.ts'

/** Default of MODEL_RUNS, for all files together. */
const RUNS = '32'
const STEPS = { least: 12, most: 30 }
/** Rounds after which a run must have settled. */
const ROUNDS_MOST = 16
/** Rounds that must change nothing afterwards. */
const ROUNDS_AFTER = 2

const [FINAL_FOR_GOOD, FINAL_AT_ONCE] = DEPTHS

/** Starts the first runs of a series in states that chance rarely reaches. */
const BEGINNINGS = [
  {
    depths: FINAL_AT_ONCE,
    async play(run: Run) {
      await run.payments.payOnce(payCoins(run))
      await playRounds(run, 2)
      await run.chain.reorganise(FINAL_AT_ONCE.reorgMost, () => 'dropped')
    },
  },
  {
    depths: FINAL_FOR_GOOD,
    async play(run: Run) {
      run.api.wakeOperator()
      await run.payments.pay(payCoins(run))
      await playRounds(run, 4)
      await run.api.orderSweep([payCoins(run).wallet])
    },
  },
  {
    depths: FINAL_FOR_GOOD,
    async play(run: Run) {
      const tokens = { asset: 'POKEY', amountWei: parseEther('200') } as const
      await run.payments.payLess({ ...payCoins(run), ...tokens })
      await run.payments.pretend({ ...payCoins(run), ...tokens })
    },
  },
  {
    depths: FINAL_FOR_GOOD,
    async play(run: Run) {
      const amountWei = parseEther('200')
      const tokens = { asset: 'GUMBY', amountWei } as const
      await run.payments.payByBranch({ ...payCoins(run), ...tokens })
      await playRounds(run, 1)
      // It pays another amount in its new block.
      await run.chain.reorganise(5, () => 'again')
    },
  },
  {
    depths: FINAL_FOR_GOOD,
    async play(run: Run) {
      const late = run.depositors.find(({ isRegistered }) => !isRegistered)
      if (!late) throw new Error('All wallets are registered')
      run.api.wakeOperator()
      const payment = { ...payCoins(run), wallet: late.wallet }
      const { hash } = await run.payments.pay(payment)
      // Reconciled by its balance before the payment is known.
      await playRounds(run, 8)
      await run.api.recheck(late.userId, hash)
    },
  },
]

/** One of several files that share the runs of a series. */
type Share = { part: number; of: number }

/**
 * Plays random payments, reorganisations, crashes and lies, and compares the
 * credited coins with the model. Each series has seeds of its own, unless
 * MODEL_SERIES names them; MODEL_RUNS says how many, and MODEL_SEED=<seed>
 * plays one run again.
 */
export async function playRuns({ part, of }: Share): Promise<void> {
  const {
    MODEL_SEED,
    MODEL_RUNS = RUNS,
    MODEL_SERIES = randomUUID().slice(0, 8),
  } = process.env
  const runs = Array.from({ length: Number(MODEL_RUNS) }, (_, run) => run)
  const seeds = runs
    .filter((run) => run % of === part)
    .map((run) => `${MODEL_SERIES} ${run}`)
  const harness = await createDepositHarness()
  afterAll(() => harness.close())
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())
  test.each(MODEL_SEED ? [MODEL_SEED] : seeds)(
    '%s: credits each payment on the chain once',
    (seed) => playRun(harness, seed),
  )
}

async function playRun(harness: DepositHarness, seed: string): Promise<void> {
  const chance = createChance(seededRandom(seed))
  const beginning = BEGINNINGS[Number(seed.split(' ').at(-1))]
  const depths = beginning?.depths ?? chance.pickOne(DEPTHS)
  const run = await harness.openRun(depths.finalAfter)
  const { api } = run
  const steps = planSteps(chance, depths)
  const count = STEPS.least + chance.below(STEPS.most - STEPS.least)
  const done: (typeof steps)[number][] = []
  let isPassed = false
  try {
    await beginning?.play(run)
    await playRounds(run, beginning ? 4 : 0)
    while (done.length < count) {
      const one = chance.pickOne(steps)
      await one.act(run)
      done.push(one)
    }
    const wrong = await settle(run)
    const names = done.map(({ name }) => name).join(', ')
    const scenario = `MODEL_SEED='${seed}': ${names}`
    expect(wrong, scenario).toEqual([])
    expect(await api.violations(), scenario).toEqual([])
    expect(api.broken(), scenario).toEqual([])
    // Credits wait for final blocks, so only their reorganisation reverses any.
    const canReverse = depths.reorgMost >= depths.finalAfter
    if (!canReverse) expect(await api.reversed(), scenario).toEqual([])
    isPassed = true
  } finally {
    const payments = `${run.chain.countPaying()} payments`
    const faults = `${done.filter(({ isFault }) => isFault).length} faults`
    const result = isPassed ? 'passed' : 'FAILED'
    console.log(`MODEL_SEED='${seed}': ${payments}, ${faults}, ${result}`)
    await api.close()
  }
}

/**
 * Lets the faults end and the work be done. @returns what is not right then.
 */
async function settle(run: Run): Promise<string[]> {
  const { api } = run
  for (const node of api.nodes) node.inject()
  api.wakeOperator()
  let faults: string[] = []
  let after = 0
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    await playRounds(run, 1)
    faults = await findFaults(run)
    if (faults.length === 0) after += 1
    if (after > ROUNDS_AFTER) break
  }
  return faults
}

/** Mines blocks, advances a minute and runs the jobs. */
async function playRounds({ chain, api }: Run, rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    await chain.mine(4)
    api.passTime(MINUTE_MS)
    await api.indexer.catchUp()
    await api.work()
  }
}

/** A payment to a registered wallet. */
function payCoins({ depositors: [registered] }: Run): Payment {
  if (!registered) throw new Error('A run has depositors')
  const amountWei = parseEther('0.02')
  return { asset: 'tBNB', wallet: registered.wallet, amountWei }
}

/** Lists players without the coins of the model, and what has not ended. */
async function findFaults({ chain, depositors, api }: Run): Promise<string[]> {
  const paid = await chain.payments()
  const expected = expectedCredits(paid, depositors, api.terms)
  const faults: string[] = []
  for (const [userId, { least, most }] of expected) {
    const coins = await api.credited(userId)
    if (coins >= least && coins <= most) continue
    faults.push(`${coins} coins instead of ${least} to ${most}`)
  }
  for (const row of await api.waiting()) faults.push(`it waits: ${row}`)
  if (await api.isSweeping()) faults.push('the sweep has not ended')
  return faults
}
