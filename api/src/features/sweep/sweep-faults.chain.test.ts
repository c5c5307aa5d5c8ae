import { type Address, type Hex, parseEther, parseGwei } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { newAddress, openSweepHarness } from '#testing/chain/sweep-harness.ts'

const harness = await openSweepHarness()
const {
  balanceOf,
  client,
  expectLedgerToFit,
  finish,
  newSweeper,
  nonceOf,
  operate,
  attemptsOf,
  outboxSize,
  plan,
  request,
  service,
  movesOf,
  state,
  sweeping,
  sweepTerm,
  sweepUntilSent,
  tick,
  tickUntil,
  tokensOf,
  walletWith,
  withoutMining,
} = harness
const { GUMBY } = harness.deployment.tokens
const NONE = { nativeOutWei: 0n, gumbyOutWei: 0n, pokeyOutWei: 0n }

let treasury: Address

beforeEach(() => {
  treasury = newAddress()
  state.treasury = treasury
})

test('what was signed before a kill is sent as it is after it', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  await withoutMining(async () => {
    await tickUntil(newSweeper(), id, 'sent')
    const [attempt] = await attemptsOf(id)
    // As if it had been killed between signing and sending.
    await client.dropTransaction({ hash: attempt?.hash ?? '0x' })
  })
  await finish(newSweeper())
  const attempts = await attemptsOf(id)
  expect(attempts).toHaveLength(1)
  expect((await service.movesOf(id))[0]?.txHash).toBe(attempts[0]?.hash)
  await expectLedgerToFit(wallet, parseEther('0.3'))
})

test('what was mined before a kill is noted after it, and not sent again', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  await sweepUntilSent(id)
  expect(await nonceOf(wallet)).toBe(1)
  await finish(newSweeper())
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await nonceOf(wallet)).toBe(1)
  await expectLedgerToFit(wallet, parseEther('0.3'))
})

test('a kill between the order for gas and its arrival orders none twice', async () => {
  const wallet = await walletWith({ GUMBY: '100' })
  await request(wallet)
  const before = await outboxSize()
  for (let starts = 0; starts < 3; starts += 1) {
    await newSweeper().tick(await sweepTerm())
  }
  expect(await outboxSize()).toBe(before + 1)
  await finish(newSweeper())
  expect(await outboxSize()).toBe(before + 1)
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('100'))
})

test('two at the same time are one', async () => {
  const wallet = await walletWith({ tBNB: '0.3', GUMBY: '300' })
  const { moves } = await plan([wallet])
  const asked = { treasury, requestedBy: 'test' }
  const ids = await Promise.all([
    service.request(asked, moves),
    service.request(asked, moves),
  ])
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1)
  // Two processes that both believe to lead: the lease lets one of them write.
  const [one, other] = [newSweeper(), newSweeper()]
  await expect
    .poll(async () => {
      await operate()
      const term = await sweepTerm()
      await Promise.allSettled([one.tick(term), other.tick(term)])
      return service.current()
    })
    .toBeUndefined()
  expect(await nonceOf(wallet)).toBe(2)
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('300'))
  await expectLedgerToFit(wallet, parseEther('0.3'))
})

test('who no longer leads signs nothing', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  const over = await sweepTerm()
  await sweeping.release()
  await expect(newSweeper().tick(over)).rejects.toThrow('is over')
  expect(await attemptsOf(id)).toEqual([])
  expect(await nonceOf(wallet)).toBe(0)
  await expect.poll(() => sweeping.term()).toEqual(expect.anything())
  await finish(newSweeper())
})

test('what no block takes is signed for more, of which one is mined', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  await withoutMining(async () => {
    const sweeper = newSweeper()
    await expect
      .poll(async () => {
        await tick(sweeper)
        return (await attemptsOf(id)).length
      })
      .toBeGreaterThanOrEqual(2)
    await harness.mine(1)
  })
  await finish(newSweeper())
  expect(await nonceOf(wallet)).toBe(1)
  expect(await balanceOf(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, parseEther('0.3'))
})

test('a move that a reorganisation puts into another block is noted there', async () => {
  const wallet = await walletWith({ tBNB: '0.3', GUMBY: '100' })
  const snapshot = await client.snapshot()
  const id = await request(wallet)
  const sweeper = newSweeper()
  await finish(sweeper)
  const before = await service.movesOf(id)
  await client.revert({ id: snapshot })
  await withoutMining(async () => {
    await harness.mine(4)
    await tickUntil(sweeper, id, 'sent')
    expect(await movesOf(wallet)).toMatchObject({
      ...NONE,
      transactionCount: 0,
    })
  })
  await harness.mine(1)
  await tickUntil(sweeper, id, 'final')
  const after = await service.movesOf(id)
  expect(after.map((m) => m.txHash)).toEqual(before.map((m) => m.txHash))
  for (const [index, move] of after.entries()) {
    expect(move.blockHash).not.toBe(before[index]?.blockHash)
  }
  await expectLedgerToFit(wallet, parseEther('0.3'))
  expect(await tokensOf(GUMBY, treasury)).toBe(parseEther('100'))
})

test('a move whose money a reorganisation took ends all the same', async () => {
  const wallet = await walletWith({})
  const snapshot = await client.snapshot()
  await harness.pay(wallet, parseEther('0.3'))
  const id = await request(wallet)
  const sweeper = newSweeper()
  await finish(sweeper)
  await client.revert({ id: snapshot })
  await harness.mine(3)
  expect(await balanceOf(wallet)).toBe(0n)
  await tick(sweeper)
  await tickUntil(sweeper, id, 'final')
  expect(await nonceOf(wallet)).toBe(1)
  await expectLedgerToFit(wallet, 0n)
})

/** Uses the wallet's next nonce, as only who has its key can. */
async function payFrom(wallet: Address, to: Address): Promise<void> {
  await client.impersonateAccount({ address: wallet })
  await client.sendTransaction({
    account: wallet,
    chain: null,
    to,
    value: parseEther('0.1'),
    nonce: await nonceOf(wallet),
    maxFeePerGas: parseGwei('90'),
    maxPriorityFeePerGas: parseGwei('80'),
  })
}

test('a move whose nonce somebody else used is lost, and keeps up no other', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  const sweeper = newSweeper()
  await withoutMining(async () => {
    await tickUntil(sweeper, id, 'sent')
    await payFrom(wallet, newAddress())
    await harness.mine(6)
  })
  await tickUntil(sweeper, id, 'lost')
  expect(await service.current()).toBeUndefined()
  // The books say that they do not know all of what the wallet sent.
  expect(await nonceOf(wallet)).toBe(1)
  expect(await movesOf(wallet)).toMatchObject({ ...NONE, transactionCount: 0 })
  await request(wallet)
  await finish(newSweeper())
  expect(await balanceOf(wallet)).toBe(0n)
  expect(await movesOf(wallet)).toMatchObject({ transactionCount: 1 })
})

test('a lost move is made when a reorganisation undoes its loss', async () => {
  const wallet = await walletWith({ tBNB: '0.3' })
  const id = await request(wallet)
  const sweeper = newSweeper()
  let snapshot: Hex | undefined
  await withoutMining(async () => {
    await tickUntil(sweeper, id, 'sent')
    snapshot = await client.snapshot()
    await payFrom(wallet, newAddress())
    await harness.mine(6)
  })
  await tickUntil(sweeper, id, 'lost')
  await client.revert({ id: snapshot ?? '0x' })
  await harness.mine(8)
  await tickUntil(sweeper, id, 'final')
  expect(await balanceOf(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, parseEther('0.3'))
})
