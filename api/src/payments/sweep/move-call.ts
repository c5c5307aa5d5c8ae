import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { NATIVE } from '#core/deposits/asset.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import {
  type Call,
  estimateGas,
  PLAIN_PAYMENT_GAS,
} from '../../platform/chain/outbox/fees.ts'
import type { PlannedMove } from './sweep.service.ts'

/** A planned move, with the account that it pays. */
type Move = PlannedMove & { treasury: Address }

export function readBalance(
  { client, deployment }: Chain,
  { wallet, asset }: Pick<Move, 'wallet' | 'asset'>,
  blockNumber: bigint,
): Promise<bigint> {
  if (asset === NATIVE.symbol)
    return client.getBalance({ address: wallet, blockNumber })
  return client.readContract({
    address: deployment.tokens[asset],
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [wallet],
    blockNumber,
  })
}

export function callOfMove(
  { deployment }: Chain,
  { asset, treasury, amountWei }: Omit<Move, 'wallet'>,
): Call {
  if (asset === NATIVE.symbol)
    return { to: treasury, data: '0x', value: amountWei }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [treasury, amountWei],
  })
  return { to: deployment.tokens[asset], data, value: 0n }
}

/** Estimates the gas of a move. @throws if the call would revert. */
export async function gasOfMove(chain: Chain, move: Move): Promise<bigint> {
  const { client } = chain
  const { asset, treasury, wallet } = move
  const isNative = asset === NATIVE.symbol
  if (isNative && !(await client.getCode({ address: treasury }))) {
    return PLAIN_PAYMENT_GAS
  }
  // The whole native balance would leave nothing for the estimated fee.
  const amountWei = isNative ? 1n : move.amountWei
  return estimateGas(client, wallet, callOfMove(chain, { ...move, amountWei }))
}
