import {
  type Address,
  createTestClient,
  getContract,
  type Hash,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { testTokenAbi } from '../../contracts/generated/test-token.ts'

/** Enough gas for all that the tests send; estimating would refuse reverts. */
const GAS = 1_000_000n

/** What a test does on the chain: the operator, a payer, and time itself. */
export async function localChain(rpcUrl: string, deployment: Deployment) {
  const client = createTestClient({
    mode: 'hardhat',
    transport: http(rpcUrl),
    pollingInterval: 100,
  })
    .extend(publicActions)
    .extend(walletActions)
  const [operator, payer] = await client.getAddresses()
  if (!(operator && payer)) throw new Error('The chain has no accounts')

  const mined = (hash: Hash) => client.waitForTransactionReceipt({ hash })
  const as = (account: Address) => ({ account, chain: null, gas: GAS })

  const register = async (...wallets: Address[]) => {
    const registry = getContract({
      address: deployment.registry,
      abi: depositRegistryAbi,
      client,
    })
    const gas = { ...as(operator), gas: GAS * 3n }
    return mined(await registry.write.registerWallets([wallets], gas))
  }
  const token = (address: Address) =>
    getContract({ address, abi: testTokenAbi, client })
  const pay = async (to: Address, value: bigint) =>
    mined(await client.sendTransaction({ ...as(payer), to, value }))
  const payToken = async (address: Address, to: Address, amount: bigint) => {
    const contract = token(address)
    await mined(await contract.write.faucet([amount], as(payer)))
    return mined(await contract.write.transfer([to, amount], as(payer)))
  }
  const registeredWallet = async () => {
    const wallet = newWallet()
    await register(wallet)
    return wallet
  }
  // One by one: of many mined at once, Hardhat does not link the hashes.
  const mine = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      await client.mine({ blocks: 1 })
    }
  }
  return {
    mine,
    client,
    operator,
    payer,
    as,
    mined,
    token,
    register,
    registeredWallet,
    pay,
    payToken,
  }
}

export function newWallet(): Address {
  return privateKeyToAddress(generatePrivateKey())
}
