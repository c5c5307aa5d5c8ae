import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  createSweepHarness,
  MINIMUMS,
  newAddress,
} from '#testing/chain/sweep-harness.ts'

const harness = await createSweepHarness()
const {
  readBalance,
  client,
  expectLedgerToFit,
  finish,
  readNonce,
  outboxSize,
  plan,
  request,
  requestMoves,
  service,
  state,
  newSweeper,
  sweepTerm,
  readTokens,
  fundWallet,
} = harness
const { GUMBY, POKEY } = harness.deployment.tokens

test('moves all native coins to the treasury', async () => {
  const wallet = await fundWallet({ tBNB: '0.5' })
  const id = await request(wallet)
  await finish()
  expect(await readBalance(wallet)).toBe(0n)
  const [move] = await service.listMoves(id)
  expect(move).toMatchObject({ status: 'final', hasSucceeded: true, nonce: 0 })
  expect(await readBalance(state.treasury)).toBe(move?.amountWei)
  expect((move?.amountWei ?? 0n) + (move?.feeWei ?? 0n)).toBe(parseEther('0.5'))
  const receipt = await client.getTransactionReceipt({
    hash: move?.txHash ?? '0x',
  })
  expect(receipt).toMatchObject({
    blockHash: move?.blockHash,
    blockNumber: move?.blockNumber,
  })
  const spending = await expectLedgerToFit(wallet, '0.5')
  expect(spending).toMatchObject({ houseInWei: 0n, sentWei: { GUMBY: 0n } })
})

test('funds the gas of token moves from the operator account, and no more', async () => {
  const wallet = await fundWallet({ GUMBY: '150', POKEY: '250' })
  await request(wallet)
  await finish()
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('150'))
  expect(await readTokens(POKEY, state.treasury)).toBe(parseEther('250'))
  expect(await readTokens(GUMBY, wallet)).toBe(0n)
  const spending = await expectLedgerToFit(wallet, '0')
  expect(spending).toMatchObject({
    sentWei: { GUMBY: parseEther('150'), POKEY: parseEther('250') },
    transactionCount: 2,
  })
  expect(spending.houseInWei).toBeGreaterThan(0n)
  expect(spending.houseInWei).toBeLessThan(parseEther('0.001'))
})

test("pays for token moves from the wallet's own coins, which move last", async () => {
  const wallet = await fundWallet({ tBNB: '0.02', GUMBY: '100' })
  const before = await outboxSize()
  await request(wallet)
  await finish()
  expect(await outboxSize()).toBe(before)
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('100'))
  expect(await readBalance(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, '0.02')
})

test('leaves amounts below the minimum', async () => {
  const dust = await fundWallet({ tBNB: '0.009', GUMBY: '99.9' })
  const nothing = await fundWallet({})
  expect(await plan([dust, nothing])).toMatchObject({ moves: [], costWei: 0n })
  // Moves that cost as much as they bring are skipped, whatever the minimum.
  await client.setBalance({ address: nothing, value: parseGwei('30000') })
  const everything = new Map(MINIMUMS).set('tBNB', 0n)
  const { moves } = await plan([nothing], everything)
  expect(moves).toHaveLength(1)
  await requestMoves(moves)
  await finish()
  expect(await readNonce(nothing)).toBe(0)
})

test('plans moves and costs without sending anything', async () => {
  const rich = await fundWallet({ tBNB: '1' })
  const poor = await fundWallet({ GUMBY: '500' })
  const before = await outboxSize()
  const { moves, costWei, fundingWei } = await plan([rich, poor])
  expect(moves).toEqual([
    { wallet: rich, asset: 'tBNB', amountWei: parseEther('1') },
    { wallet: poor, asset: 'GUMBY', amountWei: parseEther('500') },
  ])
  expect(costWei).toBeGreaterThan(fundingWei)
  expect(fundingWei).toBeGreaterThan(0n)
  expect(await service.current()).toBeUndefined()
  expect(await outboxSize()).toBe(before)
})

test('leaves payments that arrive during a sweep for the next one', async () => {
  const wallet = await fundWallet({ tBNB: '0.3' })
  const id = await request(wallet)
  await newSweeper().tick(await sweepTerm())
  expect(await service.listMoves(id)).toMatchObject([{ status: 'sent' }])
  await harness.pay(wallet, parseEther('0.2'))
  await finish()
  expect(await readBalance(wallet)).toBe(parseEther('0.2'))
  await request(wallet)
  await finish()
  expect(await readBalance(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, '0.5')
})

test.each([
  ['another account than the configured treasury', newAddress],
  ['a player’s wallet, even a configured one', () => fundWallet({})],
])('moves nothing to %s', async (name, otherAccount) => {
  const wallet = await fundWallet({ tBNB: '0.3' })
  const other = await otherAccount()
  if (name.startsWith('a player')) state.treasury = other
  const moves = [
    { wallet, asset: 'tBNB' as const, amountWei: parseEther('0.3') },
  ]
  const id = await requestMoves(moves, other)
  await finish()
  expect(await service.listMoves(id ?? 0)).toMatchObject([
    { status: 'skipped', problem: 'wrong_treasury' },
  ])
  expect(await readBalance(other)).toBe(0n)
  expect(await readNonce(wallet)).toBe(0)
})
