import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import {
  type Address,
  getAddress,
  getContract,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { depositRegistryAbi as abi } from '../generated/deposit-registry.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const BOB = '0x0000000000000000000000000000000000000b0b'
const MAX_BATCH = 100

describe('DepositRegistry', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [operator] = await viem.getWalletClients()
  assert(operator)
  const client = { public: chain, wallet: operator }
  const owner = getAddress(operator.account.address)

  test('registers a batch with one event a wallet', async () => {
    const registry = await deploy()
    assert.equal(await registry.read.isRegistered([ALICE]), false)
    assert.deepEqual(await register(registry, [ALICE, BOB]), [ALICE, BOB])
    assert.equal(await registry.read.isRegistered([ALICE]), true)
    assert.equal(await registry.read.isRegistered([BOB]), true)
  })

  test('skips a known or repeated wallet without an event', async () => {
    const registry = await deploy()
    assert.deepEqual(await register(registry, [ALICE, ALICE]), [ALICE])
    assert.deepEqual(await register(registry, [ALICE, BOB]), [BOB])
    assert.deepEqual(await register(registry, [ALICE, BOB]), [])
    assert.deepEqual(await register(registry, []), [])
  })

  test('skips a full batch of known wallets within 500,000 gas', async () => {
    const registry = await deploy()
    const batch = wallets(MAX_BATCH)
    assert.equal((await register(registry, batch)).length, MAX_BATCH)
    const hash = await registry.write.registerWallets([batch])
    const { gasUsed, logs } = await chain.getTransactionReceipt({ hash })
    assert.deepEqual(logs, [])
    assert(gasUsed < 500_000n, `used ${gasUsed}`)
  })

  test('refuses the zero address with its index, and stores nothing', async () => {
    const registry = await deploy()
    await viem.assertions.revertWithCustomErrorWithArgs(
      registry.write.registerWallets([[ALICE, zeroAddress]]),
      registry,
      'ZeroWallet',
      [1n],
    )
    assert.equal(await registry.read.isRegistered([ALICE]), false)
  })

  test('accepts the largest batch within 3 million gas', async () => {
    const registry = await deploy()
    const hash = await registry.write.registerWallets([wallets(MAX_BATCH)])
    const { gasUsed, logs } = await chain.getTransactionReceipt({ hash })
    assert.equal(logs.length, MAX_BATCH)
    assert(gasUsed < 3_000_000n, `used ${gasUsed}`)
  })

  test('refuses a larger batch, and reports both sizes', async () => {
    const registry = await deploy()
    await viem.assertions.revertWithCustomErrorWithArgs(
      registry.write.registerWallets([wallets(MAX_BATCH + 1)]),
      registry,
      'BatchTooLarge',
      [BigInt(MAX_BATCH + 1), BigInt(MAX_BATCH)],
    )
  })

  async function deploy() {
    const { address } = await viem.deployContract('DepositRegistry', [
      owner,
      owner,
    ])
    return getContract({ address, abi, client })
  }

  async function register(
    target: Awaited<ReturnType<typeof deploy>>,
    batch: Address[],
  ): Promise<string[]> {
    const hash = await target.write.registerWallets([batch])
    const { logs } = await chain.getTransactionReceipt({ hash })
    const events = parseEventLogs({ abi, logs, eventName: 'WalletRegistered' })
    assert.equal(events.length, logs.length)
    return events.map(({ args }) => args.wallet.toLowerCase())
  }
})

function wallets(size: number): Address[] {
  return Array.from({ length: size }, (_, index): Address => {
    const digits = (index + 1).toString(16).padStart(40, '0')
    return `0x${digits}`
  })
}
