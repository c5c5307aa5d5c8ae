import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { newWallet } from '#testing/chain/local-chain.ts'
import { indexedChain } from '#testing/chain/shared-chains.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../contracts/generated/test-token.ts'

const { chain, indexer } = await indexedChain()
const { GUMBY, POKEY } = chain.deployment.tokens

test('lists a registered wallet with its place on the chain', async () => {
  const wallet = newWallet()
  const receipt = await chain.register(wallet)
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.readRows('registered_wallets', wallet)).toEqual([
    {
      wallet: wallet.toLowerCase(),
      transaction_hash: receipt.transactionHash,
      block_number: String(receipt.blockNumber),
      block_hash: receipt.blockHash,
    },
  ])
})

test('lists payments with all fields needed to check them', async () => {
  const wallet = await chain.registeredWallet()
  const coin = await chain.pay(wallet, 12_345_678_901_234_567_890n)
  const token = await chain.payToken(GUMBY, wallet, parseEther('150'))
  await indexer.reaches(token.blockNumber)
  const readRow = async ({ transactionHash, blockHash }: typeof coin) => {
    const block = await chain.client.getBlock({ blockHash })
    return {
      transaction_hash: transactionHash,
      wallet: wallet.toLowerCase(),
      sender: chain.payer.toLowerCase(),
      block_number: String(block.number),
      block_hash: blockHash,
      block_time_seconds: String(block.timestamp),
    }
  }
  expect(await indexer.readRows('native_transfers', wallet)).toEqual([
    { ...(await readRow(coin)), amount_wei: '12345678901234567890' },
  ])
  expect(await indexer.readRows('token_transfers', wallet)).toEqual([
    {
      ...(await readRow(token)),
      log_index: token.logs[0]?.logIndex,
      token: GUMBY.toLowerCase(),
      amount_wei: '150000000000000000000',
    },
  ])
})

test('lists each payment of a transaction that pays two wallets', async () => {
  const [alice, bob] = [newWallet(), newWallet()]
  await chain.register(alice, bob)
  const wallets = [alice, bob, bob]
  const receipt = await chain.payTokens(POKEY, wallets, [1n, 2n, 4n])
  await indexer.reaches(receipt.blockNumber)
  const transaction_hash = receipt.transactionHash
  const readRows = (wallet: typeof alice) =>
    indexer.readRows('token_transfers', wallet)
  expect(await readRows(alice)).toMatchObject([
    { transaction_hash, amount_wei: '1' },
  ])
  expect(await readRows(bob)).toMatchObject([
    { transaction_hash, amount_wei: '2' },
    { transaction_hash, amount_wei: '4' },
  ])
})

test('lists only payments to registered wallets made directly by a transaction', async () => {
  const wallet = await chain.registeredWallet()
  const stranger = newWallet()
  const fake = await chain.deploy({
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Gumby Test', 'GUMBY'],
  })
  await chain.pay(wallet, 0n)
  await chain.payToken(POKEY, wallet, 0n)
  await chain.payToken(fake, wallet, parseEther('150'))
  await chain.payInside(wallet, 5n)
  await chain.pay(stranger, 5n)
  await chain.payToken(GUMBY, stranger, 5n)
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  await indexer.reaches(head)
  for (const address of [wallet, stranger]) {
    for (const table of ['native_transfers', 'token_transfers']) {
      expect(await indexer.readRows(table, address)).toEqual([])
    }
  }
})

test('leaves payments before the registration to the reconciler', async () => {
  const wallet = newWallet()
  await chain.pay(wallet, 5n)
  await chain.register(wallet)
  const { blockNumber, transactionHash } = await chain.pay(wallet, 6n)
  await indexer.reaches(blockNumber)
  const rows = await indexer.readRows('native_transfers', wallet)
  expect(rows.map((row) => row.transaction_hash)).toEqual([transactionHash])
})

test('moves a payment to its new block after a reorganisation', async () => {
  const wallet = await chain.registeredWallet()
  const id = await chain.client.snapshot()
  const first = await chain.payAlike(wallet)
  await indexer.reaches(first.blockNumber)
  await chain.client.revert({ id })
  await chain.mine(3)
  await expect
    .poll(() => indexer.readRows('native_transfers', wallet))
    .toEqual([])
  const { blockHash, transactionHash } = await chain.payAlike(wallet)
  expect(transactionHash).toBe(first.transactionHash)
  await expect
    .poll(() => indexer.readRows('native_transfers', wallet))
    .toMatchObject([
      { transaction_hash: transactionHash, block_hash: blockHash },
    ])
})
