import { parseEther } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Run } from './deposit-harness.ts'
import type { Fate } from './model-chain.ts'
import { DEPTHS, type Depths, MINUTE_MS } from './steps.ts'

const { FINAL_FOR_GOOD, FINAL_AT_ONCE } = DEPTHS
const COIN = parseEther('0.02')
const TOKENS = parseEther('200')
/** Blocks, minutes and work enough for a credit, a sweep or a reversal. */
const ROUNDS = 4

/** How a run begins, before anything fails, for one thing to have happened. */
export type Scenario = {
  /** Whose choice the scenario leaves to chance, if not given. */
  depths?: Depths
  play(run: Run): Promise<unknown>
}

/**
 * What has to happen in a series of runs, or it claims nothing, each with what
 * makes it happen.
 */
export const SCENARIOS: Record<string, Scenario> = {
  deposit: settledAfter((run) => run.payments.pay(coinFor(run))),
  below_minimum: settledAfter((run) =>
    run.payments.pay({ ...coinFor(run), amountWei: 5n }),
  ),
  unattributed: settledAfter((run) =>
    run.payments.payThroughContract([coinFor(run)]),
  ),
  'of the house': settledAfter((run) =>
    run.payments.payAsHouse(coinFor(run), 0),
  ),
  unlisted: settledAfter((run) => run.payments.payUnlisted(walletOf(run))),
  cut: {
    depths: FINAL_FOR_GOOD,
    ...settledAfter((run) => run.payments.payLess(tokensFor(run))),
  },
  unbacked: {
    depths: FINAL_FOR_GOOD,
    ...settledAfter((run) => run.payments.pretend(tokensFor(run))),
  },
  ended: settledAfter(async (run) => {
    await run.payments.payOnce(coinFor(run))
    await noticed(run)
    await run.chain.reorganise(2, () => 'dropped')
  }),
  reversal: {
    depths: FINAL_AT_ONCE,
    ...settledAfter(async (run) => {
      await run.payments.payOnce(coinFor(run))
      await run.chain.mine(CONFIRMATIONS_NEEDED)
      await noticed(run)
      await run.chain.reorganise(FINAL_AT_ONCE.reorgMost, () => 'dropped')
    }),
  },
  swept: settledAfter(async (run) => {
    run.house.wakeOperator()
    await run.payments.pay(coinFor(run))
    await settled(run)
    await run.house.orderSweep([walletOf(run)])
  }),
  replaced: { play: (run) => undone(run, 'replaced') },
  dropped: { play: (run) => undone(run, 'dropped') },
  'came back': {
    async play(run) {
      await undone(run, 'dropped')
      await run.chain.comeBack()
    },
  },
  'paid another amount': {
    async play(run) {
      await run.payments.payByFate({ ...tokensFor(run), asset: 'GUMBY' })
      await run.chain.reorganise(2, () => 'again')
    },
  },
  death: {
    async play(run) {
      run.house.dieAt(0, 'before')
      await run.house.work()
    },
  },
}

function settledAfter(act: (run: Run) => Promise<unknown>): Scenario {
  return {
    async play(run) {
      await act(run)
      await settled(run)
    },
  }
}

async function undone(run: Run, fate: Fate): Promise<void> {
  await run.payments.payOnce(coinFor(run))
  await run.chain.reorganise(2, () => fate)
}

async function settled(run: Run): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await oneRound(run)
}

/** Blocks, a minute, and the work that comes of them. */
export async function oneRound(run: Run): Promise<void> {
  await run.chain.mine(4)
  run.house.passTime(MINUTE_MS)
  await noticed(run)
}

async function noticed({ house }: Run): Promise<void> {
  await house.indexer.catchUp()
  await house.work()
}

function walletOf({ depositors: [registered] }: Run) {
  if (!registered) throw new Error('A run has depositors')
  return registered.wallet
}

function coinFor(run: Run) {
  return { asset: 'tBNB', wallet: walletOf(run), amountWei: COIN } as const
}

function tokensFor(run: Run) {
  return { asset: 'POKEY', wallet: walletOf(run), amountWei: TOKENS } as const
}
