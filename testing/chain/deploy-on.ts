import { type Address, encodeDeployData, type Hex } from 'viem'
import type { TestChain } from './started-chain.ts'

const GAS = 3_000_000n

/** Deploys a contract of the payer's. @returns its address. */
export async function deployOn(
  chain: TestChain,
  contract: Parameters<typeof encodeDeployData>[0] & { value?: bigint },
): Promise<Address> {
  const data: Hex = encodeDeployData(contract)
  const { value } = contract
  const payer = { ...chain.as(chain.payer), gas: GAS }
  const hash = await chain.client.sendTransaction({ ...payer, data, value })
  const { contractAddress } = await chain.mined(hash)
  if (!contractAddress) throw new Error('No contract was made')
  return contractAddress
}
