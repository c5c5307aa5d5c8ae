import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Call } from '../../platform/chain/outbox/operator-account.ts'

/** Reads a wallet's balance of an asset at a block, in wei. */
export function balanceAt(
  { client, deployment }: Chain,
  { wallet, asset }: { wallet: Address; asset: AssetSymbol },
  blockNumber: bigint,
): Promise<bigint> {
  if (asset === 'tBNB')
    return client.getBalance({ address: wallet, blockNumber })
  return client.readContract({
    address: deployment.tokens[asset],
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [wallet],
    blockNumber,
  })
}

/** Returns the call that transfers an amount to the treasury. */
export function callOfMove(
  { deployment }: Chain,
  move: { asset: AssetSymbol; treasury: Address; amountWei: bigint },
): Call {
  const { asset, treasury, amountWei } = move
  if (asset === 'tBNB') return { to: treasury, data: '0x', value: amountWei }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [treasury, amountWei],
  })
  return { to: deployment.tokens[asset], data, value: 0n }
}

/** Gas of a payment to an account without code. */
const PLAIN_PAYMENT_GAS = 21_000n
/** Margin over the estimate. */
const GAS_MARGIN_PERCENT = 130n

/** Estimates the gas of a move. @throws if the call would revert. */
export async function gasOfMove(
  chain: Chain,
  move: {
    wallet: Address
    asset: AssetSymbol
    treasury: Address
    amountWei: bigint
  },
): Promise<bigint> {
  const { client } = chain
  const { asset, treasury, wallet } = move
  const isNative = asset === 'tBNB'
  if (isNative && !(await client.getCode({ address: treasury }))) {
    return PLAIN_PAYMENT_GAS
  }
  // The whole native balance would leave nothing for the estimated fee.
  const amountWei = isNative ? 1n : move.amountWei
  const call = callOfMove(chain, { ...move, amountWei })
  const gas = await client.estimateGas({ account: wallet, ...call })
  return (gas * GAS_MARGIN_PERCENT) / 100n
}
