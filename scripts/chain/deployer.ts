import { createWalletClient, custom, getAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { LaunchError } from '../cli/launch-error.ts'
import type { TestChain } from './connect-chain.ts'

/** Puts a contract's init code on the chain. */
export type Deploy = (code: Hex) => Promise<{ address: Hex; block: number }>

/** Deploys for the account of `key`, which must be able to pay for it. */
export async function fundedDeployer(
  { client }: TestChain,
  key: Hex,
): Promise<Deploy> {
  const account = privateKeyToAccount(key)
  if ((await client.getBalance({ address: account.address })) === 0n) {
    throw new LaunchError(
      `The operator ${account.address} has no test BNB to deploy the contracts with. A BSC testnet faucet gives some.`,
    )
  }
  const wallet = createWalletClient({ account, transport: custom(client) })
  return async (code) => {
    const hash = await wallet.sendTransaction({ data: code, chain: null })
    const { blockNumber, contractAddress, status } =
      await client.waitForTransactionReceipt({ hash })
    if (status === 'success' && contractAddress) {
      const address = getAddress(contractAddress)
      return { address, block: Number(blockNumber) }
    }
    throw new LaunchError(`The deployment ${hash} was reverted.`)
  }
}
