import { useQuery } from '@tanstack/react-query'
import { useConfig } from 'wagmi'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { type Asset, assetOf } from './asset.ts'
import { holdingsQuery } from './holdings-query.ts'
import type { PayStepProps } from './pay-step-props.ts'
import { balanceText, largestPayment, paymentOf } from './payment.ts'

/** What is written, and what it comes to. */
export function useDraft({ wallet, info, written }: PayStepProps) {
  const config = useConfig()
  const assets = info.assets.map(assetOf)
  const holdings = useQuery(
    holdingsQuery(config.getClient(), wallet.address, assets),
  )
  // What was read once says nothing while it can not be read again.
  const held = holdings.isError ? undefined : holdings.data
  const chosen = assets.find(({ symbol }) => symbol === written.symbol)
  const asset = chosen ?? assets[0]
  return {
    assets,
    balances: held?.balances,
    isUnread: holdings.isError,
    readAgain: () => void holdings.refetch(),
    payment: asset && {
      asset,
      ...paymentOf({ asset, text: written.text, holdings: held }),
    },
    /** Undefined until balances are read. */
    mostText: asset && held && textOf(asset, largestPayment(asset, held)),
  }
}

/** All of a token to the last wei; of the coin, nobody misses the dust. */
function textOf({ address }: Asset, wei: bigint): string {
  return address ? unitsOf(wei) : balanceText(wei)
}
