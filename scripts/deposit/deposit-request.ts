import {
  ASSET_SYMBOLS,
  type AssetSymbol,
  NATIVE,
} from '#core/deposits/asset.ts'
import { weiOf } from '#core/deposits/deposit-coins.ts'
import { LaunchError } from '../cli/launch-error.ts'

export type DepositRequest = {
  username: string
  amountWei: bigint
  symbol: AssetSymbol
}

const USAGE = `npm run deposit -- <username> <amount> [${ASSET_SYMBOLS.join('|')}]

The amount is in units of the asset, such as 0.05; without an asset it is ${NATIVE.symbol}.`

/** @throws LaunchError with the usage for invalid arguments */
export function depositRequest(args: readonly string[]): DepositRequest {
  const [username, amount = '', asset = NATIVE.symbol, ...rest] = args
  const amountWei = weiOf(amount)
  const symbol = ASSET_SYMBOLS.find((known) => known === asset)
  if (!(username && amountWei && symbol) || rest.length > 0) {
    throw new LaunchError(USAGE)
  }
  return { username, amountWei, symbol }
}
