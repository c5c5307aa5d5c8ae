import type { FaucetAnswer } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { amountText } from '../../../lib/amount-text.ts'

/** The outbox makes blocks of them within seconds. */
const LATE_AFTER_MS = 30_000

type Balances = ReadonlyMap<AssetSymbol, bigint>

/** What the house's faucet sends to a wallet. */
export interface Gift extends FaucetAnswer {
  /** What the wallet had; undefined where that was not read. */
  before: Balances | undefined
  askedAtMs: number
}

export interface GiftNews {
  told: string
  /** Another one can be asked for when it is there. */
  isComing: boolean
}

/** @param now undefined while balances can not be read. */
export function giftNews(
  { gifts, before, askedAtMs }: Gift,
  now: Balances | undefined,
  lookedAtMs: number,
): GiftNews {
  const what = textOf(gifts)
  if (!before || !now) {
    return { told: `${what} are on their way.`, isComing: false }
  }
  const isThere = gifts.every(
    ({ symbol }) => (now.get(symbol) ?? 0n) > (before.get(symbol) ?? 0n),
  )
  if (isThere) return { told: `${what} have come.`, isComing: false }
  if (lookedAtMs - askedAtMs > LATE_AFTER_MS) {
    return { told: `${what} have not come yet.`, isComing: false }
  }
  return { told: `${what} are on their way.`, isComing: true }
}

const list = new Intl.ListFormat('en-US')

function textOf(gifts: FaucetAnswer['gifts']): string {
  return list.format(
    gifts.map(({ symbol: cryptoType, amount }) =>
      amountText({ amount, cryptoType }),
    ),
  )
}
