import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { WalletMoves } from '../sweep/sweep.service.ts'
import type { Received } from './accounts.store.ts'
import type { Amounts } from './holdings.ts'

/** What ever came into a wallet: what it holds, and what went out of it. */
export function receivedOf(
  cryptoType: AssetSymbol,
  held: Amounts | undefined,
  moves: WalletMoves | undefined,
): Omit<Received, 'blockNumber'> {
  const houseIn = (cryptoType === 'tBNB' && moves?.houseIn) || []
  const heldWei = held?.[cryptoType] ?? 0n
  return { receivedWei: heldWei + outOf(cryptoType, moves), houseIn }
}

function outOf(cryptoType: AssetSymbol, moves: WalletMoves | undefined) {
  if (!moves) return 0n
  const { gumbyOutWei, nativeOutWei, pokeyOutWei } = moves
  const out = { tBNB: nativeOutWei, GUMBY: gumbyOutWei, POKEY: pokeyOutWei }
  return out[cryptoType]
}
