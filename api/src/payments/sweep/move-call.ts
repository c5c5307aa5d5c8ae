import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Call } from '../../platform/chain/outbox/operator-account.ts'

/** What a wallet held of an asset in a block, in wei. */
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

/** The call that brings the treasury so much of an asset. */
export function callOfMove(
  { deployment }: Chain,
  move: { asset: AssetSymbol; treasury: Address; amount: bigint },
): Call {
  const { asset, treasury, amount } = move
  if (asset === 'tBNB') return { to: treasury, data: '0x', value: amount }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [treasury, amount],
  })
  return { to: deployment.tokens[asset], data, value: 0n }
}

/** What a payment to an account without code takes, no less and no more. */
const PLAIN_PAYMENT_GAS = 21_000n
/** Room for what the estimate can't foresee. */
const GAS_MARGIN_PERCENT = 130n

/** @throws when the chain would not carry it out. */
export async function gasOfMove(
  chain: Chain,
  move: {
    wallet: Address
    asset: AssetSymbol
    treasury: Address
    amount: bigint
  },
): Promise<bigint> {
  const { client } = chain
  const { asset, treasury, wallet } = move
  const isNative = asset === 'tBNB'
  if (isNative && !(await client.getCode({ address: treasury }))) {
    return PLAIN_PAYMENT_GAS
  }
  // Not all of the native balance: the estimate could not be paid beside it.
  const amount = isNative ? 1n : move.amount
  const call = callOfMove(chain, { ...move, amount })
  const gas = await client.estimateGas({ account: wallet, ...call })
  return (gas * GAS_MARGIN_PERCENT) / 100n
}
