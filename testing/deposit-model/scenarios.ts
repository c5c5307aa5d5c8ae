import { parseEther } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Run } from './deposit-harness.ts'
import type { Fate, Payment } from './model-chain.ts'
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
  deposit: paid((pay, coin) => pay.pay(coin)),
  below_minimum: paid((pay, coin) => pay.pay({ ...coin, amountWei: 5n })),
  unattributed: paid((pay, coin) => pay.payThroughContract([coin])),
  'of the house': paid((pay, coin) => pay.payAsHouse(coin, 0)),
  unlisted: paid((pay, coin) => pay.payUnlisted(coin.wallet)),
  cut: {
    depths: FINAL_FOR_GOOD,
    ...paid((pay, _coin, tokens) => pay.payLess(tokens)),
  },
  unbacked: {
    depths: FINAL_FOR_GOOD,
    ...paid((pay, _coin, tokens) => pay.pretend(tokens)),
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
    await run.house.orderSweep([coinFor(run).wallet])
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
  return { play: (run) => act(run).then(() => settled(run)) }
}

/** Settles one payment. */
function paid(
  act: (
    payments: Run['payments'],
    coin: Payment,
    tokens: Payment,
  ) => Promise<unknown>,
): Scenario {
  return settledAfter((run) => act(run.payments, coinFor(run), tokensFor(run)))
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

function coinFor({ depositors: [registered] }: Run): Payment {
  if (!registered) throw new Error('A run has depositors')
  return { asset: 'tBNB', wallet: registered.wallet, amountWei: COIN }
}

function tokensFor(run: Run): Payment {
  return { ...coinFor(run), asset: 'POKEY', amountWei: TOKENS }
}
