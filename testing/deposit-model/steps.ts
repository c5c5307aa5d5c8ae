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
import type { Fate } from './model-chain.ts'

/** Does something in a run. @returns it in a word. */
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
  const weights: [number, Step][] = [
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

/** What people pay, each step with its weight. */
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
  const step = (
    weight: number,
    name: string,
    act: (run: Run) => Promise<unknown>,
  ): [number, Step] => [weight, async (run) => act(run).then(() => name)]

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
): [number, Step][] {
  const walletOf = ({ depositors }: Run) => oneOf(depositors).wallet
  const tokens = () => parseEther('100') * BigInt(2 + below(3))

  const payAsHouse: Step = async (run) => {
    const asset = oneOf(ASSET_SYMBOLS)
    // The sender of coins to an unregistered wallet can not be known.
    const known = run.depositors.filter(({ isRegistered }) => isRegistered)
    const { wallet } = oneOf(asset === 'tBNB' ? known : run.depositors)
    const amountWei = asset === 'tBNB' ? parseEther('0.02') : tokens()
    await run.payments.payAsHouse({ asset, wallet, amountWei }, below(2))
    return `the house pays ${asset}`
  }
  const cheat: Step = async (run) => {
    const wallet = walletOf(run)
    const payment = { asset: 'POKEY', wallet, amountWei: tokens() } as const
    if (below(2) === 0) {
      await run.payments.payLess(payment)
      return 'a token keeps a part'
    }
    await run.payments.pretend(payment)
    return 'a token pretends'
  }
  const payUnlisted: Step = async (run) => {
    await run.payments.payUnlisted(walletOf(run))
    return 'pay in an unlisted token'
  }
  const payInVain: Step = async (run) => {
    await run.payments.payInVain(walletOf(run))
    return 'pay in vain'
  }
  return [
    [2, payAsHouse],
    // Where final blocks are undone, a token's payments can not be told apart.
    [reorgMost < finalAfter ? 2 : 0, cheat],
    [1, payUnlisted],
    [1, payInVain],
  ]
}

/** What becomes of the chain itself. */
function blockSteps(
  { below, oneOf }: Chance,
  { reorgMost }: Depths,
  { pay: [, pay], payOnce: [, payOnce] }: Pays,
): [number, Step][] {
  /** @param lost out of so many is mined again. */
  const fate = (lost: number) => (): Fate =>
    below(lost) > 0 ? oneOf(['replaced', 'dropped'] as const) : 'again'

  const mine: Step = async ({ chain }) => {
    const blocks = 1 + below(6)
    await chain.mine(blocks)
    return `mine ${blocks}`
  }
  const reorganise: Step = async ({ chain }) => {
    const depth = 1 + below(reorgMost)
    await chain.reorganise(depth, fate(2))
    return `reorganise ${depth}`
  }
  /** What was dropped comes back; if nothing was, it is now. */
  const comeBack: Step = async (run) => {
    const { chain, house } = run
    if (await chain.comeBack()) return 'a dropped one comes back'
    await payOnce(run)
    await chain.mine(below(CONFIRMATIONS_NEEDED))
    await house.indexer.catchUp()
    await house.work()
    await chain.reorganise(reorgMost, () => 'dropped')
    return 'drop'
  }
  /** A payment is credited and goes, as far as the chain can undo it. */
  const undoCredit: Step = async (run) => {
    const { chain, house } = run
    await oneOf([pay, payOnce])(run)
    await chain.mine(CONFIRMATIONS_NEEDED)
    await house.indexer.catchUp()
    await house.work()
    await chain.reorganise(reorgMost, fate(4))
    return 'credit and undo'
  }
  return [
    [6, mine],
    [4, reorganise],
    [3, comeBack],
    [2, undoCredit],
  ]
}

/** What the house does, and what it dies of. */
function houseSteps({ below, oneOf }: Chance): [number, Step][] {
  const work: Step = async ({ house }) => {
    await house.work()
    return 'work'
  }
  const workAtOnce: Step = async ({ house }) => {
    await house.workAtOnce()
    return 'work at once'
  }
  const spend: Step = async (run) => {
    await run.house.spend(oneOf(run.depositors).userId)
    return 'spend'
  }
  const dieAtWork: Step = async ({ house }) => {
    const statement = below(30)
    const moment = oneOf(['before', 'after'] as const)
    house.dieAt(statement, moment)
    await house.work()
    return `die ${moment} statement ${statement}`
  }
  const recheck: Step = async (run) => {
    const known = [...run.chain.sent.keys()]
    if (known.length === 0) return 'nothing to recheck'
    await run.house.recheck(oneOf(run.depositors).userId, oneOf(known))
    return 'recheck'
  }
  const wakeOperator: Step = async ({ house }) => {
    house.wakeOperator()
    return 'the operator wakes'
  }
  const orderSweep: Step = async ({ depositors, house }) => {
    await house.orderSweep(depositors.map(({ wallet }) => wallet))
    return 'order a sweep'
  }
  const passTime: Step = async ({ house }) => {
    house.passTime(MINUTE_MS)
    return 'a minute'
  }
  return [
    [6, work],
    [3, workAtOnce],
    [2, spend],
    [4, dieAtWork],
    [2, recheck],
    [2, wakeOperator],
    [2, orderSweep],
    [2, passTime],
  ]
}

/** What the indexer and the nodes show, or fail to. */
function faultSteps({ below, oneOf }: Chance): [number, Step][] {
  const index: Step = async ({ house }) => {
    await house.indexer.catchUp()
    return 'index'
  }
  const forget: Step = async ({ house }) => {
    const blocks = below(12)
    await house.indexer.forget(blocks)
    return `forget ${blocks} blocks of indexed transfers`
  }
  const invent: Step = async ({ chain, depositors, house, payments }) => {
    const known = [...chain.sent.keys()].filter(
      (hash) => !payments.unlisted.has(hash),
    )
    const transaction_hash =
      known.length > 0 && below(2) === 0
        ? oneOf(known)
        : (`0x${String(1 + below(9)).repeat(64)}` as const)
    const { wallet } = oneOf(depositors)
    const paid = { wallet, amount_wei: parseEther('0.05') }
    await house.indexer.invent({
      transaction_hash,
      ...paid,
      ...house.indexer.head,
    })
    return 'invent an indexed transfer'
  }
  /** One node lies at a time: nobody can tell who does if all may. */
  const breakNode: Step = async ({ house }) => {
    const [first, second] = house.nodes
    const [broken, sound] = below(2) === 0 ? [first, second] : [second, first]
    const [name, fault] = oneOf(Object.entries(FAULTS))
    broken.be(fault)
    sound.be()
    return `a node is ${name}`
  }
  const breakBoth: Step = async ({ house }) => {
    const [name, fault] = oneOf(Object.entries(HONEST))
    for (const node of house.nodes) node.be(fault)
    return `both nodes are ${name}`
  }
  const mendNodes: Step = async ({ house }) => {
    for (const node of house.nodes) node.be()
    return 'nodes are well'
  }
  return [
    [8, index],
    [2, forget],
    [2, invent],
    [3, breakNode],
    [1, breakBoth],
    [2, mendNodes],
  ]
}
