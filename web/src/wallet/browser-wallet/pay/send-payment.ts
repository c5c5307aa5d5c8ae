import { type Address, encodeFunctionData, erc20Abi, type Hash } from 'viem'
import type { Config } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import type { Asset } from './asset.ts'

export interface PaymentOrder {
  asset: Asset
  amountWei: bigint
  from: Address
  to: Address
  chainId: number
}

/** Has the wallet send it, once its owner agrees. */
export function sendPayment(
  config: Config,
  { asset, amountWei, from, to, chainId }: PaymentOrder,
): Promise<Hash> {
  const sender = { account: from, chainId }
  if (!asset.address) {
    return sendTransaction(config, { ...sender, to, value: amountWei })
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amountWei],
  })
  return sendTransaction(config, { ...sender, to: asset.address, data })
}
