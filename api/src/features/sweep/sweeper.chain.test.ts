import { type Address, parseEther, parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import {
  MINIMUMS,
  newAddress,
  openSweepHarness,
} from '#testing/chain/sweep-harness.ts'

const harness = await openSweepHarness()
const {
  balanceOf,
  client,
  expectLedgerToFit,
  finish,
  newSweeper,
  nonceOf,
  outboxSize,
  plan,
  request,
  service,
  state,
  sweepTerm,
  sweepUntilSent,
  tokensOf,
  walletWith,
} = harness
const { GUMBY, POKEY } = harness.deployment.tokens

let treasury: Address

beforeEach(() => {
  treasury = newAddress()
  state.treasury = treasury
})

test('all native coins go to the treasury, and nothing stays behind', async () => {
  const wallet = await walletWith({ tBNB: '0.5' })
  const id = await request(wallet)
  await finish(newSweeper())
  expect(await balanceOf(wallet)).toBe(0n)
  const [move] = await service.movesOf(id)
  expect(move).toMatchObject({ status: 'final', hasSucceeded: true, nonce: 0 })
  expect(await balanceOf(treasury)).toBe(move?.amount)
  expect((move?.amount ?? 0n) + (move?.fee ?? 0n)).toBe(parseEther('0.5'))
  const receipt = await client.getTransactionReceipt({
    hash: move?.txHash ?? '0x',
  })
  expect(receipt).toMatchObject({
    blockHash: move?.blockHash,
    blockNumber: move?.blockNumber,
  })
  const spending = await expectLedgerToFit(wallet, parseEther('0.5'))
  expect(spending).toMatchObject({ houseInWei: 0n, gumbyOutWei: 0n })
})

test('the operator account brings the gas that tokens need, and no more', async () => {
  const wallet = await walletWith({ GUMBY: '150', POKEY: '250' })
  await request(wallet)
  await finish(newSweeper())
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('150'))
  expect(await tokensOf(POKEY, treasury)).toBe(parseEther('250'))
  expect(await tokensOf(GUMBY, wallet)).toBe(0n)
  const spending = await expectLedgerToFit(wallet, 0n)
  expect(spending).toMatchObject({
    gumbyOutWei: parseEther('150'),
    pokeyOutWei: parseEther('250'),
    transactionCount: 2,
  })
  expect(spending.houseInWei).toBeGreaterThan(0n)
  expect(spending.houseInWei).toBeLessThan(parseEther('0.001'))
})

test('tokens are paid for from what the wallet has, which goes last', async () => {
  const wallet = await walletWith({ tBNB: '0.02', GUMBY: '100' })
  const before = await outboxSize()
  await request(wallet)
  await finish(newSweeper())
  expect(await outboxSize()).toBe(before)
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('100'))
  expect(await balanceOf(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, parseEther('0.02'))
})

test('dust stays where it is', async () => {
  const dust = await walletWith({ tBNB: '0.009', GUMBY: '99.9' })
  const nothing = await walletWith({})
  expect(await plan([dust, nothing])).toMatchObject({ moves: [], costWei: 0n })
  // Nothing is moved that costs as much as it brings, whatever was asked for.
  await client.setBalance({ address: nothing, value: parseGwei('30000') })
  const everything = new Map(MINIMUMS).set('tBNB', 0n)
  const { moves } = await plan([nothing], everything)
  expect(moves).toHaveLength(1)
  await service.request({ treasury, requestedBy: 'test' }, moves)
  await finish(newSweeper())
  expect(await nonceOf(nothing)).toBe(0)
})

test('a plan tells what moves and what it costs, and does nothing', async () => {
  const rich = await walletWith({ tBNB: '1' })
  const poor = await walletWith({ GUMBY: '500' })
  const before = await outboxSize()
  const { moves, costWei, fundingWei } = await plan([rich, poor])
  expect(moves).toEqual([
    { wallet: rich, asset: 'tBNB', amount: parseEther('1') },
    { wallet: poor, asset: 'GUMBY', amount: parseEther('500') },
  ])
  expect(costWei).toBeGreaterThan(fundingWei)
  expect(fundingWei).toBeGreaterThan(0n)
  expect(await service.current()).toBeUndefined()
  expect(await outboxSize()).toBe(before)
})

test('what arrives while a sweep runs is there for the next one', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  await sweepUntilSent(id)
  await harness.pay(wallet, parseEther('0.2'))
  await finish(newSweeper())
  expect(await balanceOf(wallet)).toBe(parseEther('0.2'))
  await request(wallet)
  await finish(newSweeper())
  expect(await balanceOf(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, parseEther('0.5'))
})

test('nothing goes to another account than the configured treasury', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const stranger = newAddress()
  const moves = [{ wallet, asset: 'tBNB' as const, amount: parseEther('0.3') }]
  const asked = { treasury: stranger, requestedBy: 'test' }
  const id = await service.request(asked, moves)
  await finish(newSweeper())
  expect(await service.movesOf(id ?? 0)).toMatchObject([
    { status: 'skipped', problem: 'wrong_treasury' },
  ])
  expect(await balanceOf(stranger)).toBe(0n)
  expect(await nonceOf(wallet)).toBe(0)
})

test('nothing goes to a player’s wallet, even a configured one', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  state.treasury = await walletWith({})
  const id = await request(wallet)
  await finish(newSweeper())
  expect(await service.movesOf(id)).toMatchObject([
    { status: 'skipped', problem: 'wrong_treasury' },
  ])
  expect(await nonceOf(wallet)).toBe(0)
})

test('of many wallets only so many wait for gas at a time', async () => {
  const many = await Promise.all(
    Array.from({ length: 40 }, () => walletWith({})),
  )
  for (const wallet of many) {
    await harness.payToken(GUMBY, wallet, parseEther('100'))
  }
  const before = await outboxSize()
  await request(...many)
  const sweeper = newSweeper()
  for (let ticks = 0; ticks < 5; ticks += 1) {
    await sweeper.tick(await sweepTerm())
  }
  // Ten wallets are looked at together, and may see the same room.
  expect((await outboxSize()) - before).toBeLessThan(25 + 10)
  await finish(sweeper)
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('4000'))
})
