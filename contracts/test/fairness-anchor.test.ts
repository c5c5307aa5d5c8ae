import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import {
  getAddress,
  getContract,
  type Hex,
  parseEventLogs,
  toEventSelector,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { ANCHORED_TOPIC, ROOT_OF_SELECTOR } from '#core/evidence/on-chain.ts'
import { fairnessAnchorAbi as abi } from '../generated/fairness-anchor.ts'

const ROOT: Hex = `0x${'a1'.repeat(32)}`
const OTHER: Hex = `0x${'b2'.repeat(32)}`
const GAS_MAX = 60_000n

describe('FairnessAnchor', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [operator] = await viem.getWalletClients()
  assert(operator)
  const client = { public: chain, wallet: operator }
  const owner = getAddress(operator.account.address)

  test('stores roots under numbers from 1, with an event each', async () => {
    const anchor = await deploy()
    assert.equal(await anchor.read.rootOf([1n]), zeroHash)
    assert.deepEqual(await anchored(anchor, 1n, ROOT), [[1n, ROOT]])
    assert.deepEqual(await anchored(anchor, 2n, OTHER), [[2n, OTHER]])
    assert.equal(await anchor.read.rootOf([1n]), ROOT)
    assert.equal(await anchor.read.rootOf([2n]), OTHER)
    assert.equal(await anchor.read.nextNumber(), 3n)
  })

  test('uses at most 60,000 gas, for the first root and for later ones', async () => {
    const anchor = await deploy()
    for (const number of [1n, 2n, 3n]) {
      const hash = await anchor.write.anchor([number, ROOT])
      const { gasUsed } = await chain.getTransactionReceipt({ hash })
      assert(gasUsed <= GAS_MAX, `number ${number} used ${gasUsed}`)
    }
  })

  test('accepts the same root again without a change, but no other', async () => {
    const anchor = await deploy()
    await anchored(anchor, 1n, ROOT)
    assert.deepEqual(await anchored(anchor, 1n, ROOT), [[1n, ROOT]])
    assert.equal(await anchor.read.nextNumber(), 2n)
    await viem.assertions.revertWithCustomErrorWithArgs(
      anchor.write.anchor([1n, OTHER]),
      anchor,
      'AlreadyAnchored',
      [1n, ROOT],
    )
    assert.equal(await anchor.read.rootOf([1n]), ROOT)
  })

  test('refuses a gap, and reports both numbers', async () => {
    const anchor = await deploy()
    for (const number of [0n, 2n]) {
      await viem.assertions.revertWithCustomErrorWithArgs(
        anchor.write.anchor([number, ROOT]),
        anchor,
        'NumberNotNext',
        [number, 1n],
      )
    }
  })

  test('refuses zero, which stands for no root', async () => {
    const anchor = await deploy()
    await viem.assertions.revertWithCustomError(
      anchor.write.anchor([1n, zeroHash]),
      anchor,
      'ZeroRoot',
    )
  })

  test('has the selector and the topic that verifiers use', () => {
    assert.equal(ROOT_OF_SELECTOR, toFunctionSelector('rootOf(uint64)'))
    assert.equal(ANCHORED_TOPIC, toEventSelector('Anchored(uint64,bytes32)'))
  })

  async function deploy() {
    const { address } = await viem.deployContract('FairnessAnchor', [
      owner,
      owner,
    ])
    return getContract({ address, abi, client })
  }

  async function anchored(
    target: Awaited<ReturnType<typeof deploy>>,
    number: bigint,
    root: Hex,
  ): Promise<[bigint, Hex][]> {
    const hash = await target.write.anchor([number, root])
    const { logs } = await chain.getTransactionReceipt({ hash })
    const events = parseEventLogs({ abi, logs, eventName: 'Anchored' })
    return events.map(({ args }) => [args.number, args.root])
  }
})
