import { parseEther } from 'viem'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  behind,
  down,
  erring,
  type Fault,
  lyingAboutLogs,
  onAnotherBranch,
  rateLimited,
  repeating,
} from '#testing/chain/faulty-node.ts'
import type { Run } from './deposit-harness.ts'
import type { Fate, Payment } from './model-chain.ts'

/** Does something in a run. @returns what it did. */
type Step = (run: Run) => Promise<string>

/** Blocks that the chain of a run can lose, and how late it calls one final. */
export type Depths = { reorgMost: number; finalAfter: number }

/** Without and with blocks undone that the chain had called final. */
export const DEPTHS = {
  FINAL_FOR_GOOD: { finalAfter: 8, reorgMost: 7 },
  FINAL_AT_ONCE: { finalAfter: 0, reorgMost: 10 },
} satisfies Record<string, Depths>

/** And a bit. */
export const MINUTE_MS = 61_000

const TOKENS = ['GUMBY', 'POKEY'] as const

/** Faults of a node that says nothing wrong. */
const HONEST: Record<string, Fault> = {
  behind: behind(3),
  down,
  erring,
  rateLimited,
  repeating,
}
const FAULTS = { ...HONEST, lyingAboutLogs, onAnotherBranch }

/** Random choices of one run. */
export function chanceOf(random: () => number) {
  const below = (n: number) => Math.floor(random() * n)
  return {
    /** A whole number from 0 up to below n. */
    below,
    oneOf<T>(list: readonly T[]): T {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}

type Chance = ReturnType<typeof chanceOf>

/** Gives one step after the other, some more often than others. */
export function stepsOf(chance: Chance, depths: Depths): () => Step {
  const pays = paymentSteps(chance)
  const weights: WeightedStep[] = [
    ...Object.values(pays),
    ...vainSteps(chance, depths),
    ...blockSteps(chance, depths, pays),
    ...houseSteps(chance),
    ...faultSteps(chance),
  ]
  const bag = weights.flatMap(([weight, step]) =>
    Array<Step>(weight).fill(step),
  )
  return () => chance.oneOf(bag)
}

/** A step, and how often it is chosen. */
type WeightedStep = readonly [number, Step]

/** @param act may name what it did; otherwise `name` does. */
function step(
  weight: number,
  name: string,
  act: (run: Run) => unknown,
): WeightedStep {
  return [
    weight,
    async (run) => {
      const done = await act(run)
      return typeof done === 'string' ? done : name
    },
  ]
}

/** What people pay. */
function paymentSteps({ below, oneOf }: Chance) {
  const dust = () => BigInt(1 + below(1_000))
  const paymentOf = ({ depositors }: Run, asset: AssetSymbol) => ({
    asset,
    wallet: oneOf(depositors).wallet,
    amountWei:
      asset === 'tBNB'
        ? parseEther('0.01') * BigInt(1 + below(5)) + BigInt(below(2))
        : parseEther('100') * BigInt(1 + below(3)),
  })
  return {
    pay: step(5, 'pay', (run) =>
      run.payments.pay(paymentOf(run, oneOf(ASSET_SYMBOLS))),
    ),
    payOnce: step(2, 'pay tBNB once', (run) =>
      run.payments.payOnce(paymentOf(run, 'tBNB')),
    ),
    payDust: step(2, 'pay dust', (run) => {
      const payment = paymentOf(run, oneOf(ASSET_SYMBOLS))
      return run.payments.pay({ ...payment, amountWei: dust() })
    }),
    payThrice: step(2, 'pay a token three times at once', (run) => {
      const asset = oneOf(TOKENS)
      const payments = [0, 1, 2].map(() => {
        const payment = paymentOf(run, asset)
        return below(4) === 0 ? { ...payment, amountWei: dust() } : payment
      })
      return run.payments.payThroughContract(payments)
    }),
    payByFate: step(2, 'pay another amount on each branch', (run) =>
      run.payments.payByFate(paymentOf(run, oneOf(TOKENS))),
    ),
    payUnseen: step(3, 'pay tBNB through a contract', (run) =>
      run.payments.payThroughContract([paymentOf(run, 'tBNB')]),
    ),
  }
}

type Pays = ReturnType<typeof paymentSteps>

/** What brings a player nothing, or not all that it says. */
function vainSteps(
  { below, oneOf }: Chance,
  { finalAfter, reorgMost }: Depths,
): WeightedStep[] {
  const walletOf = ({ depositors }: Run) => oneOf(depositors).wallet
  const tokens = () => parseEther('100') * BigInt(2 + below(3))
  return [
    step(2, 'the house pays', ({ depositors, payments }) => {
      const asset = oneOf(ASSET_SYMBOLS)
      // The sender of coins to an unregistered wallet can not be known.
      const known = depositors.filter(({ isRegistered }) => isRegistered)
      const { wallet } = oneOf(asset === 'tBNB' ? known : depositors)
      const amountWei = asset === 'tBNB' ? parseEther('0.02') : tokens()
      return payments.payAsHouse({ asset, wallet, amountWei }, below(2))
    }),
    // Where final blocks are undone, a token's payments can not be told apart.
    step(reorgMost < finalAfter ? 2 : 0, 'a token cheats', (run) => {
      const amountWei = tokens()
      const payment = { asset: 'POKEY', wallet: walletOf(run), amountWei }
      const { payLess, pretend } = run.payments
      return oneOf([payLess, pretend])(payment as Payment)
    }),
    step(1, 'pay in an unlisted token', (run) =>
      run.payments.payUnlisted(walletOf(run)),
    ),
    step(1, 'pay in vain', (run) => run.payments.payInVain(walletOf(run))),
  ]
}

/** What becomes of the chain itself. */
function blockSteps(
  { below, oneOf }: Chance,
  { reorgMost }: Depths,
  { pay: [, pay], payOnce: [, payOnce] }: Pays,
): WeightedStep[] {
  /** @param lost out of so many is mined again. */
  const fate = (lost: number) => (): Fate =>
    below(lost) > 0 ? oneOf(['replaced', 'dropped'] as const) : 'again'
  const noticeAfter = async ({ chain, house }: Run, blocks: number) => {
    await chain.mine(blocks)
    await house.indexer.catchUp()
    await house.work()
  }
  return [
    step(6, 'mine', ({ chain }) => chain.mine(1 + below(6))),
    step(4, 'reorganise', async ({ chain }) => {
      const depth = 1 + below(reorgMost)
      await chain.reorganise(depth, fate(2))
      return `reorganise ${depth}`
    }),
    // What was dropped comes back; if nothing was, it is now.
    step(3, 'drop', async (run) => {
      if (await run.chain.comeBack()) return 'a dropped one comes back'
      await payOnce(run)
      await noticeAfter(run, below(CONFIRMATIONS_NEEDED))
      return run.chain.reorganise(reorgMost, () => 'dropped')
    }),
    // A payment is credited and goes, as far as the chain can undo it.
    step(2, 'credit and undo', async (run) => {
      await oneOf([pay, payOnce])(run)
      await noticeAfter(run, CONFIRMATIONS_NEEDED)
      await run.chain.reorganise(reorgMost, fate(4))
    }),
  ]
}

/** What the house does, and what it dies of. */
function houseSteps({ below, oneOf }: Chance): WeightedStep[] {
  return [
    step(6, 'work', ({ house }) => house.work()),
    step(3, 'work at once', ({ house }) => house.workAtOnce()),
    step(2, 'spend', ({ depositors, house }) =>
      house.spend(oneOf(depositors).userId),
    ),
    step(4, 'die', async ({ house }) => {
      const statement = below(30)
      const moment = oneOf(['before', 'after'] as const)
      house.dieAt(statement, moment)
      await house.work()
      return `die ${moment} statement ${statement}`
    }),
    step(2, 'recheck', ({ chain, depositors, house }) => {
      const known = [...chain.sent.keys()]
      if (known.length === 0) return 'nothing to recheck'
      return house.recheck(oneOf(depositors).userId, oneOf(known))
    }),
    step(2, 'the operator wakes', ({ house }) => house.wakeOperator()),
    step(2, 'order a sweep', ({ depositors, house }) =>
      house.orderSweep(depositors.map(({ wallet }) => wallet)),
    ),
    step(2, 'a minute', ({ house }) => house.passTime(MINUTE_MS)),
  ]
}

/** What the indexer and the nodes show, or fail to. */
function faultSteps({ below, oneOf }: Chance): WeightedStep[] {
  return [
    step(8, 'index', ({ house }) => house.indexer.catchUp()),
    step(2, 'forget indexed transfers', ({ house }) =>
      house.indexer.forget(below(12)),
    ),
    step(2, 'invent an indexed transfer', (run) => {
      const { chain, depositors, house, payments } = run
      const known = [...chain.sent.keys()].filter(
        (hash) => !payments.unlisted.has(hash),
      )
      return house.indexer.invent({
        transaction_hash:
          known.length > 0 && below(2) === 0
            ? oneOf(known)
            : `0x${String(1 + below(9)).repeat(64)}`,
        wallet: oneOf(depositors).wallet,
        amount_wei: parseEther('0.05'),
        ...house.indexer.head(),
      })
    }),
    // One node lies at a time: nobody can tell who does if all may.
    step(3, 'a node breaks', ({ house: { nodes } }) => {
      const broken = oneOf(nodes)
      const [name, fault] = oneOf(Object.entries(FAULTS))
      for (const node of nodes) node.be(node === broken ? fault : undefined)
      return `a node is ${name}`
    }),
    step(1, 'both nodes break', ({ house: { nodes } }) => {
      const [name, fault] = oneOf(Object.entries(HONEST))
      for (const node of nodes) node.be(fault)
      return `both nodes are ${name}`
    }),
    step(2, 'nodes are well', ({ house: { nodes } }) => {
      for (const node of nodes) node.be()
    }),
  ]
}
