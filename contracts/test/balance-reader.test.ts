import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  getContract,
} from 'viem'
import {
  balanceReaderAbi as abi,
  balanceReaderBytecode as bytecode,
} from '../generated/balance-reader.ts'
import { testTokenAbi } from '../generated/test-token.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const BOB = '0x0000000000000000000000000000000000000b0b'

describe('BalanceReader', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [payer] = await viem.getWalletClients()
  assert(payer)
  const client = { public: chain, wallet: payer }

  test('returns the coin and then each token of each wallet, in their order', async () => {
    const [gumby, pokey] = [await newToken(), await newToken()]
    await payer.sendTransaction({ to: ALICE, value: 1n })
    for (const [token, to, amount] of [
      [gumby, BOB, 2n],
      [pokey, ALICE, 3n],
    ] as const) {
      await token.write.faucet([amount])
      await token.write.transfer([to, amount])
    }
    const tokens = [gumby.address, pokey.address]
    assert.deepEqual(await balances([ALICE, BOB], tokens), [
      1n,
      0n,
      3n,
      0n,
      2n,
      0n,
    ])
    assert.deepEqual(await balances([BOB], []), [0n])
    assert.deepEqual(await balances([], tokens), [])
  })

  test('returns balances of an earlier block', async () => {
    const token = await newToken()
    const before = await chain.getBlockNumber()
    await payer.sendTransaction({ to: BOB, value: 1n })
    assert.deepEqual(await balances([BOB], [token.address], before), [0n, 0n])
    assert.deepEqual(await balances([BOB], [token.address]), [1n, 0n])
  })

  test('reverts when a token has no balances', async () => {
    await assert.rejects(balances([ALICE], [BOB]))
  })

  async function newToken() {
    const args = ['Gumby', 'GUMBY']
    const { address } = await viem.deployContract('TestToken', args)
    return getContract({ address, abi: testTokenAbi, client })
  }

  async function balances(
    wallets: Address[],
    tokens: Address[],
    blockNumber?: bigint,
  ): Promise<readonly bigint[]> {
    const data = encodeDeployData({ abi, bytecode, args: [wallets, tokens] })
    const answer = await chain.call({ data, blockNumber })
    const types = [{ type: 'uint256[]' }] as const
    return decodeAbiParameters(types, answer.data ?? '0x')[0]
  }
})
