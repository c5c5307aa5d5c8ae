import { type Address, encodeDeployData, type Hex, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { newWallet } from '#testing/chain/local-chain.ts'
import { indexedChain } from '#testing/chain/shared-chains.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../contracts/generated/batch-payer.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../contracts/generated/test-token.ts'

const { chain, indexer } = await indexedChain()

test('a registered wallet is listed with its place on the chain', async () => {
  const wallet = newWallet()
  const receipt = await chain.register(wallet)
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('registered_wallets', wallet)).toEqual([
    {
      wallet: wallet.toLowerCase(),
      transaction_hash: receipt.transactionHash,
      block_number: String(receipt.blockNumber),
      block_hash: receipt.blockHash,
    },
  ])
})

test('a payment of the coin carries all that is needed to check it', async () => {
  const wallet = await chain.registeredWallet()
  const receipt = await chain.pay(wallet, 12_345_678_901_234_567_890n)
  const block = await chain.client.getBlock({ blockHash: receipt.blockHash })
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toEqual([
    {
      transaction_hash: receipt.transactionHash,
      wallet: wallet.toLowerCase(),
      sender: chain.payer.toLowerCase(),
      amount_wei: '12345678901234567890',
      block_number: String(receipt.blockNumber),
      block_hash: receipt.blockHash,
      block_time_seconds: String(block.timestamp),
    },
  ])
})

test('a payment of a token carries all that is needed to check it', async () => {
  const wallet = await chain.registeredWallet()
  const { GUMBY } = chain.deployment.tokens
  const receipt = await chain.payToken(GUMBY, wallet, parseEther('150'))
  const block = await chain.client.getBlock({ blockHash: receipt.blockHash })
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('token_transfers', wallet)).toEqual([
    {
      transaction_hash: receipt.transactionHash,
      log_index: receipt.logs[0]?.logIndex,
      token: GUMBY.toLowerCase(),
      wallet: wallet.toLowerCase(),
      sender: chain.payer.toLowerCase(),
      amount_wei: '150000000000000000000',
      block_number: String(receipt.blockNumber),
      block_hash: receipt.blockHash,
      block_time_seconds: String(block.timestamp),
    },
  ])
})

test('one transaction that pays two wallets makes a row for each', async () => {
  const [alice, bob] = [newWallet(), newWallet()]
  await chain.register(alice, bob)
  const token = chain.token(chain.deployment.tokens.POKEY)
  const batch = await deployBatchPayer()
  const payer = chain.as(chain.payer)
  await chain.mined(await token.write.faucet([7n], payer))
  await chain.mined(await token.write.approve([batch, 7n], payer))
  const receipt = await chain.mined(
    await chain.client.writeContract({
      ...payer,
      address: batch,
      abi: batchPayerAbi,
      functionName: 'payToken',
      args: [token.address, [alice, bob, bob], [1n, 2n, 4n]],
    }),
  )
  await indexer.reaches(receipt.blockNumber)
  const [toAlice] = await indexer.rowsOf('token_transfers', alice)
  const toBob = await indexer.rowsOf('token_transfers', bob)
  expect(toAlice?.amount_wei).toBe('1')
  expect(toBob.map((row) => row.amount_wei)).toEqual(['2', '4'])
  expect([toAlice, ...toBob].map((row) => row?.transaction_hash)).toEqual(
    Array(3).fill(receipt.transactionHash),
  )
})

test('the coin sent by a contract is left to the reconciler', async () => {
  const wallet = await chain.registeredWallet()
  const receipt = await chain.mined(
    await chain.client.writeContract({
      ...chain.as(chain.payer),
      address: await deployBatchPayer(),
      abi: batchPayerAbi,
      functionName: 'payNative',
      args: [[wallet], [5n]],
      value: 5n,
    }),
  )
  await indexer.reaches(receipt.blockNumber)
  expect(await chain.client.getBalance({ address: wallet })).toBe(5n)
  expect(await indexer.rowsOf('native_transfers', wallet)).toEqual([])
})

test('a reverted payment leaves no trace', async () => {
  const wallet = await chain.registeredWallet()
  const invalidOpcode = '0xfe'
  await chain.client.setCode({ address: wallet, bytecode: invalidOpcode })
  // With automining the send itself would be refused, though mined.
  await chain.client.setAutomine(false)
  const payment = { ...chain.as(chain.payer), to: wallet, value: 5n }
  const hash = await chain.client.sendTransaction(payment)
  await chain.mine(1)
  await chain.client.setAutomine(true)
  const receipt = await chain.mined(hash)
  expect(receipt.status).toBe('reverted')
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toEqual([])
})

test('paying nothing leaves no trace', async () => {
  const wallet = await chain.registeredWallet()
  const { POKEY } = chain.deployment.tokens
  await chain.pay(wallet, 0n)
  const receipt = await chain.payToken(POKEY, wallet, 0n)
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('native_transfers', wallet)).toEqual([])
  expect(await indexer.rowsOf('token_transfers', wallet)).toEqual([])
})

test('a token that is not ours leaves no trace', async () => {
  const wallet = await chain.registeredWallet()
  const fake = await deploy(
    encodeDeployData({
      abi: testTokenAbi,
      bytecode: testTokenBytecode,
      args: ['Gumby Test', 'GUMBY'],
    }),
  )
  const receipt = await chain.payToken(fake, wallet, parseEther('150'))
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('token_transfers', wallet)).toEqual([])
})

test('a wallet that nobody registered leaves no trace', async () => {
  const stranger = newWallet()
  await chain.pay(stranger, 5n)
  const { GUMBY } = chain.deployment.tokens
  const receipt = await chain.payToken(GUMBY, stranger, 5n)
  await indexer.reaches(receipt.blockNumber)
  expect(await indexer.rowsOf('native_transfers', stranger)).toEqual([])
  expect(await indexer.rowsOf('token_transfers', stranger)).toEqual([])
})

test('what came before the registration is left to the reconciler', async () => {
  const wallet = newWallet()
  await chain.pay(wallet, 5n)
  await chain.register(wallet)
  const { blockNumber, transactionHash } = await chain.pay(wallet, 6n)
  await indexer.reaches(blockNumber)
  const rows = await indexer.rowsOf('native_transfers', wallet)
  expect(rows.map((row) => row.transaction_hash)).toEqual([transactionHash])
})

test('the head is a block of the chain, and follows it without deposits', async () => {
  const newest = await chain.client.getBlockNumber({ cacheTime: 0 })
  await chain.mine(2)
  await indexer.reaches(newest + 2n)
  const { number, hash } = await indexer.head()
  const block = await chain.client.getBlock({ blockNumber: BigInt(number) })
  expect(hash).toBe(block.hash)
})

function deployBatchPayer(): Promise<Address> {
  return deploy(batchPayerBytecode)
}

async function deploy(code: Hex): Promise<Address> {
  const { client, as, mined, payer } = chain
  const gas = 3_000_000n
  const hash = await client.sendTransaction({ ...as(payer), data: code, gas })
  const { contractAddress } = await mined(hash)
  if (!contractAddress) throw new Error('The deployment was reverted')
  return contractAddress
}
