import { parseEther } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Chance } from './chance.ts'
import type { Run, Step } from './deposit-harness.ts'
import type { Fate } from './model-chain.ts'

const ASSETS: readonly AssetSymbol[] = ['tBNB', 'GUMBY', 'POKEY']
const TOKENS = ['GUMBY', 'POKEY'] as const

/** What people do on the chain. */
export function paymentSteps({ below, oneOf }: Chance) {
  const worthCoins = (asset: AssetSymbol) =>
    asset === 'tBNB'
      ? parseEther('0.01') * BigInt(1 + below(5)) + BigInt(below(2))
      : parseEther('100') * BigInt(1 + below(3))
  const dust = () => BigInt(1 + below(1_000))
  const walletOf = ({ depositors }: Run) => oneOf(depositors).wallet
  const paymentOf = (run: Run, asset: AssetSymbol) => ({
    asset,
    wallet: walletOf(run),
    amountWei: worthCoins(asset),
  })

  const pay: Step = async (run) => {
    const asset = oneOf(ASSETS)
    await run.payments.pay(paymentOf(run, asset))
    return `pay ${asset}`
  }
  const payOnce: Step = async (run) => {
    await run.payments.payOnce(paymentOf(run, 'tBNB'))
    return 'pay tBNB once'
  }
  const payDust: Step = async (run) => {
    const asset = oneOf(ASSETS)
    await run.payments.pay({ ...paymentOf(run, asset), amountWei: dust() })
    return `pay dust of ${asset}`
  }
  const payThreeInOne: Step = async (run) => {
    const asset = oneOf(TOKENS)
    const payments = [0, 1, 2].map(() => {
      const payment = paymentOf(run, asset)
      return below(4) === 0 ? { ...payment, amountWei: dust() } : payment
    })
    await run.payments.payThroughContract(payments)
    return `pay ${asset} three times at once`
  }
  const payUnseen: Step = async (run) => {
    await run.payments.payThroughContract([paymentOf(run, 'tBNB')])
    return 'pay tBNB through a contract'
  }
  const payByFate: Step = async (run) => {
    const asset = oneOf(TOKENS)
    await run.payments.payByFate(paymentOf(run, asset))
    return `pay ${asset} by fate`
  }
  return { pay, payOnce, payDust, payThreeInOne, payUnseen, payByFate }
}

type Pays = ReturnType<typeof paymentSteps>

/** What brings a player nothing, or not all that it says. */
export function vainSteps({ below, oneOf }: Chance) {
  const walletOf = ({ depositors }: Run) => oneOf(depositors).wallet
  const tokens = () => parseEther('100') * BigInt(2 + below(3))

  const payAsHouse: Step = async (run) => {
    const asset = oneOf(ASSETS)
    // Who sent coins to a wallet that nobody watched yet nobody can tell.
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
  return { payAsHouse, cheat, payUnlisted, payInVain }
}

/** What becomes of the chain itself. @param reorgMost blocks undone at once. */
export function blockSteps(
  { below, oneOf }: Chance,
  { pays, reorgMost }: { pays: Pays; reorgMost: number },
) {
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
    await pays.payOnce(run)
    await chain.mine(below(CONFIRMATIONS_NEEDED))
    await house.indexer.catchUp()
    await house.work()
    await chain.reorganise(reorgMost, () => 'dropped')
    return 'drop'
  }
  /** A payment is credited and goes, as far as the chain can undo it. */
  const undoCredit: Step = async (run) => {
    const { chain, house } = run
    await oneOf([pays.pay, pays.payOnce])(run)
    await chain.mine(CONFIRMATIONS_NEEDED)
    await house.indexer.catchUp()
    await house.work()
    await chain.reorganise(reorgMost, fate(4))
    return 'credit and undo'
  }
  return { mine, reorganise, comeBack, undoCredit }
}
