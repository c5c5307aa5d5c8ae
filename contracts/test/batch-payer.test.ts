import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import { getContract } from 'viem'
import { batchPayerAbi as abi } from '../generated/batch-payer.ts'
import { testTokenAbi } from '../generated/test-token.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const BOB = '0x0000000000000000000000000000000000000b0b'

describe('BatchPayer', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [payer] = await viem.getWalletClients()
  assert(payer)
  const client = { public: chain, wallet: payer }
  const batch = getContract({ ...(await deployed('BatchPayer')), abi, client })

  test('pays two wallets the coin in one transaction', async () => {
    const wallets = [ALICE, BOB] as const
    const value = { value: 3n }
    const hash = await batch.write.payNative([wallets, [1n, 2n]], value)
    await viem.assertions.balancesHaveChanged(hash, [
      { address: ALICE, amount: 1n },
      { address: BOB, amount: 2n },
    ])
  })

  test('pays two wallets a token in one transaction', async () => {
    const token = getContract({
      ...(await deployed('TestToken', ['Gumby', 'GUMBY'])),
      abi: testTokenAbi,
      client,
    })
    await token.write.faucet([3n])
    await token.write.approve([batch.address, 3n])
    await batch.write.payToken([token.address, [ALICE, BOB], [1n, 2n]])
    assert.equal(await token.read.balanceOf([ALICE]), 1n)
    assert.equal(await token.read.balanceOf([BOB]), 2n)
  })

  test('refuses lists of different lengths, and reports both', async () => {
    for (const payment of [
      batch.write.payNative([[ALICE], []]),
      batch.write.payToken([batch.address, [ALICE], []]),
    ]) {
      const args: [bigint, bigint] = [1n, 0n]
      await viem.assertions.revertWithCustomErrorWithArgs(
        payment,
        batch,
        'UnequalLists',
        args,
      )
    }
  })

  test('reverts as a whole when a recipient does not accept', async () => {
    const wallets = [ALICE, batch.address] as const
    await viem.assertions.revertWithCustomErrorWithArgs(
      batch.write.payNative([wallets, [1n, 2n]], { value: 3n }),
      batch,
      'NotAccepted',
      [batch.address],
    )
  })

  async function deployed(name: string, args: string[] = []) {
    const { address } = await viem.deployContract(name, args)
    return { address }
  }
})
