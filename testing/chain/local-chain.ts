import {
  type Address,
  createTestClient,
  encodeDeployData,
  getContract,
  type Hash,
  type Hex,
  http,
  parseEther,
  parseGwei,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../contracts/generated/batch-payer.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { testTokenAbi } from '../../contracts/generated/test-token.ts'

/** Gas limit of every call; an estimate would refuse one that reverts. */
const GAS = 1_000_000n
const LARGE_GAS = 3_400_000n
const FAUCET_MAX = parseEther('10000')

/** Opens a chain for a test, with an operator and a payer. */
export async function localChain(rpcUrl: string, deployment: Deployment) {
  const client = createTestClient({
    mode: 'hardhat',
    transport: http(rpcUrl),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions)
  const [operator, payer] = await client.getAddresses()
  if (!(operator && payer)) throw new Error('The chain has no accounts')

  const as = (account: Address, gas = GAS) => ({ account, chain: null, gas })
  // Automining has put most of them into a block already.
  const mined = (hash: Hash) =>
    client
      .getTransactionReceipt({ hash })
      .catch(() => client.waitForTransactionReceipt({ hash }))
  const token = (address: Address) =>
    getContract({ address, abi: testTokenAbi, client })
  const send = async (from: Address, to: Address, value: bigint) =>
    mined(await client.sendTransaction({ ...as(from), to, value }))

  const register = async (...wallets: Address[]) =>
    mined(
      await client.writeContract({
        ...as(operator, LARGE_GAS),
        address: deployment.registry,
        abi: depositRegistryAbi,
        functionName: 'registerWallets',
        args: [wallets],
      }),
    )

  type Contract = Parameters<typeof encodeDeployData>[0] & { value?: bigint }

  /** Deploys a contract as the payer. */
  const deployed = async (contract: Contract) => {
    const data: Hex = encodeDeployData(contract)
    const { value } = contract
    const from = as(payer, LARGE_GAS)
    return mined(await client.sendTransaction({ ...from, data, value }))
  }

  /** Deploys a contract as the payer. @returns its address. */
  const deploy = async (contract: Contract): Promise<Address> => {
    const { contractAddress } = await deployed(contract)
    if (!contractAddress) throw new Error('The deployment reverted')
    return contractAddress
  }
  /** Mints much at once for the payer: chain 97 limits how often. */
  const hold = async (address: Address, amount: bigint) => {
    const { read, write } = token(address)
    if ((await read.balanceOf([payer])) >= amount) return
    await mined(await write.faucet([FAUCET_MAX], as(payer)))
  }
  const batch = {
    address: await deploy({ abi: batchPayerAbi, bytecode: batchPayerBytecode }),
    abi: batchPayerAbi,
  }

  return {
    client,
    operator,
    payer,
    as,
    mined,
    token,
    send,
    register,
    batch,
    deploy,
    deployed,
    async registeredWallet() {
      const wallet = newWallet()
      await register(wallet)
      return wallet
    },
    // One by one: Hardhat does not link the hashes of blocks mined together.
    async mine(blocks: number) {
      for (let block = 0; block < blocks; block++) {
        await client.mine({ blocks: 1 })
      }
    },
    pay: (to: Address, value: bigint) => send(payer, to, value),
    /** Pays 0.05 with fixed fees: the same nonce makes the same transaction. */
    async payAlike(to: Address) {
      const call = {
        ...as(payer),
        ...FIXED_FEES,
        to,
        value: parseEther('0.05'),
      }
      return mined(await client.sendTransaction(call))
    },
    async payToken(address: Address, to: Address, amount: bigint) {
      const contract = token(address)
      await hold(address, amount)
      return mined(await contract.write.transfer([to, amount], as(payer)))
    },
    /** Pays each wallet its amount of a token in one transaction. */
    async payTokens(
      address: Address,
      wallets: readonly Address[],
      amounts: readonly bigint[],
    ) {
      const contract = token(address)
      const all = amounts.reduce((sum, amount) => sum + amount, 0n)
      await hold(address, all)
      await mined(await contract.write.approve([batch.address, all], as(payer)))
      return mined(
        await client.writeContract({
          ...as(payer, LARGE_GAS),
          ...batch,
          functionName: 'payToken',
          args: [address, wallets, amounts],
        }),
      )
    },
    /** Pays coins through a contract: no transaction to the wallet shows them. */
    async payInside(wallet: Address, value: bigint) {
      return mined(
        await client.writeContract({
          ...as(payer),
          ...FIXED_FEES,
          ...batch,
          functionName: 'payNative',
          args: [[wallet], [value]],
          value,
        }),
      )
    },
    /** Runs work while transactions stay unmined. */
    async withoutMining(work: () => Promise<void>) {
      await client.setAutomine(false)
      try {
        await work()
      } finally {
        await client.setAutomine(true)
      }
    },
  }
}

const FIXED_FEES = {
  maxFeePerGas: parseGwei('10'),
  maxPriorityFeePerGas: parseGwei('1'),
}

export function newWallet(): Address {
  return privateKeyToAddress(generatePrivateKey())
}
