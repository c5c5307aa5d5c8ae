import { parseEther } from 'viem'
import {
  ASSET_SYMBOLS,
  type AssetSymbol,
  TOKEN_SYMBOLS,
} from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  behind,
  down,
  erring,
  misreportingReceipts,
  onAnotherBranch,
  repeating,
} from '#testing/chain/faulty-node.ts'
import type { Run } from './deposit-harness.ts'
import type { ReorgOutcome } from './model-chain.ts'

type Step = { name: string; act: (run: Run) => unknown; isFault: boolean }

/** Depth of reorganisations, and blocks from the head to the final one. */
type Depths = { reorgMost: number; finalAfter: number }

/** Without and with reorganisations of final blocks. */
export const DEPTHS: readonly [Depths, Depths] = [
  { finalAfter: 8, reorgMost: 7 },
  { finalAfter: 0, reorgMost: 10 },
]

/** A little more than a minute. */
export const MINUTE_MS = 61_000

/**
 * Faults of a node that reports nothing wrong. Rate limits are left to chaos:
 * pacing needs a clock that runs, and the model's stands still in a round.
 */
const HONEST = [behind(3), down, erring, repeating]
const FAULTS = [...HONEST, misreportingReceipts, onAnotherBranch]

/** Random choices of one run. */
export function createChance(random: () => number) {
  const below = (n: number) => Math.floor(random() * n)
  return {
    /** A whole number from 0 up to below n. */
    below,
    pickOne<T>(list: readonly T[]): T {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}

function step(weight: number, name: string, act: Step['act']): Step[] {
  return Array(weight).fill({ name, act, isFault: false })
}

function fault(...[weight, name, act]: Parameters<typeof step>): Step[] {
  return Array(weight).fill({ name, act, isFault: true })
}

/** Weighs the steps of a run: a larger weight makes a step more frequent. */
export function planSteps(
  { below, pickOne }: ReturnType<typeof createChance>,
  { finalAfter, reorgMost }: Depths,
): Step[] {
  const dust = () => BigInt(1 + below(1_000))
  const pickWallet = ({ depositors }: Run) => pickOne(depositors).wallet
  const pickAmount = (asset: AssetSymbol) =>
    asset === 'tBNB'
      ? parseEther('0.01') * BigInt(1 + below(5)) + BigInt(below(2))
      : parseEther('100') * BigInt(1 + below(3))
  const pickPayment = (run: Run, asset = pickOne(ASSET_SYMBOLS)) => ({
    asset,
    wallet: pickWallet(run),
    amountWei: pickAmount(asset),
  })
  const payOnce = (run: Run) => run.payments.payOnce(pickPayment(run, 'tBNB'))
  /** @param lost one in this many payments is mined again. */
  const outcome = (lost: number) => (): ReorgOutcome =>
    below(lost) > 0 ? pickOne(['replaced', 'dropped'] as const) : 'again'
  const noticeAfter = async ({ chain, api }: Run, blocks: number) => {
    await chain.mine(blocks)
    await api.indexer.catchUp()
    await api.work()
  }
  const sentHash = ({ chain }: Run) => {
    const known = [...chain.sent.keys()]
    return known.length > 0 ? pickOne(known) : undefined
  }

  const payments = [
    step(5, 'pay', (run) => run.payments.pay(pickPayment(run))),
    step(2, 'pay tBNB once', payOnce),
    step(2, 'pay dust', (run) =>
      run.payments.pay({ ...pickPayment(run), amountWei: dust() }),
    ),
    step(2, 'pay a token three times at once', (run) => {
      const asset = pickOne(TOKEN_SYMBOLS)
      const payments = [0, 1, 2].map(() => {
        const payment = pickPayment(run, asset)
        return below(4) === 0 ? { ...payment, amountWei: dust() } : payment
      })
      return run.payments.payThroughContract(payments)
    }),
    step(2, 'pay another amount on each branch', (run) =>
      run.payments.payByBranch(pickPayment(run, pickOne(TOKEN_SYMBOLS))),
    ),
    step(3, 'pay tBNB through a contract', (run) =>
      run.payments.payThroughContract([pickPayment(run, 'tBNB')]),
    ),
    step(2, 'pay from the house', ({ depositors, payments }) => {
      const asset = pickOne(ASSET_SYMBOLS)
      // The sender of coins to an unregistered wallet is unknown.
      const known = depositors.filter(({ isRegistered }) => isRegistered)
      const { wallet } = pickOne(asset === 'tBNB' ? known : depositors)
      const amountWei = pickAmount(asset)
      return payments.payAsHouse({ asset, wallet, amountWei }, below(2))
    }),
    // Where final blocks are undone, a token's payments look alike.
    fault(reorgMost < finalAfter ? 2 : 0, 'a token misreports', (run) => {
      const { payLess, pretend } = run.payments
      return pickOne([payLess, pretend])(pickPayment(run, 'POKEY'))
    }),
  ]
  const blocks = [
    step(6, 'mine', ({ chain }) => chain.mine(1 + below(6))),
    fault(4, 'reorganise', ({ chain }) =>
      chain.reorganise(1 + below(reorgMost), outcome(2)),
    ),
    fault(3, 'drop a payment, or mine a dropped one', async (run) => {
      if (await run.chain.comeBack()) return
      await payOnce(run)
      await noticeAfter(run, below(CONFIRMATIONS_NEEDED))
      await run.chain.reorganise(reorgMost, () => 'dropped')
    }),
    fault(4, 'credit and undo', async (run) => {
      await (below(2) ? payOnce(run) : run.payments.pay(pickPayment(run)))
      await noticeAfter(run, CONFIRMATIONS_NEEDED)
      await run.chain.reorganise(reorgMost, outcome(4))
    }),
  ]
  const work = [
    step(6, 'work', ({ api }) => api.work()),
    step(3, 'work at once', ({ api }) => api.workAtOnce()),
    step(2, 'spend', ({ depositors, api }) =>
      api.spend(pickOne(depositors).userId),
    ),
    fault(4, 'crash the API', async ({ api }) => {
      api.crashAt(below(30), pickOne(['before', 'after'] as const))
      await api.work()
    }),
    step(2, 'recheck', (run) => {
      const hash = sentHash(run)
      return hash && run.api.recheck(pickOne(run.depositors).userId, hash)
    }),
    step(2, 'the operator decides', ({ api }) => api.wakeOperator()),
    step(2, 'order a sweep', ({ depositors, api }) =>
      api.orderSweep(depositors.map(({ wallet }) => wallet)),
    ),
    step(2, 'a minute', ({ api }) => api.passTime(MINUTE_MS)),
  ]
  const faults = [
    step(8, 'index', ({ api }) => api.indexer.catchUp()),
    fault(2, 'forget indexed transfers', ({ api }) =>
      api.indexer.forget(below(12)),
    ),
    fault(2, 'invent an indexed transfer', (run) => {
      const { indexer } = run.api
      return indexer.invent({
        transaction_hash:
          (below(2) === 0 && sentHash(run)) ||
          `0x${String(1 + below(9)).repeat(64)}`,
        wallet: pickWallet(run),
        amount_wei: parseEther('0.05'),
        ...indexer.head(),
      })
    }),
    // One node lies at a time: which one can't be known if all may.
    fault(3, 'break a node', ({ api: { nodes } }) => {
      const broken = pickOne(nodes)
      const fault = pickOne(FAULTS)
      for (const node of nodes) node.inject(node === broken ? fault : undefined)
    }),
    fault(1, 'break both nodes', ({ api: { nodes } }) => {
      const fault = pickOne(HONEST)
      for (const node of nodes) node.inject(fault)
    }),
    step(2, 'restore nodes', ({ api: { nodes } }) => {
      for (const node of nodes) node.inject()
    }),
  ]
  return [...payments, ...blocks, ...work, ...faults].flat()
}
