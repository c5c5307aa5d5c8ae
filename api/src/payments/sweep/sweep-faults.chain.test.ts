import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { createSweepHarness, newAddress } from '#testing/chain/sweep-harness.ts'

const harness = await createSweepHarness()
const {
  readBalance,
  client,
  expectLedgerToFit,
  finish,
  newSweeper,
  readNonce,
  operate,
  readAttempts,
  outboxSize,
  plan,
  request,
  requestMoves,
  service,
  findMoves,
  state,
  sweeping,
  sweepTerm,
  tick,
  tickUntil,
  readTokens,
  fundWallet,
  withoutMining,
} = harness
const { GUMBY } = harness.deployment.tokens
const NONE = { sentWei: { tBNB: 0n, GUMBY: 0n, POKEY: 0n } }

test.each([
  ['sent', true],
  ['noted as mined', false],
])(
  'continues after a kill with moves that were signed and not yet %s',
  async (_what, isDropped) => {
    const wallet = await fundWallet({ tBNB: '0.3' })
    const id = await request(wallet)
    await withoutMining(async () => {
      await tickUntil(newSweeper(), id, 'sent')
      const [attempt] = await readAttempts(id)
      const hash = attempt?.hash ?? '0x'
      if (isDropped) await client.dropTransaction({ hash })
      else await harness.mine(1)
    })
    await finish()
    const attempts = await readAttempts(id)
    expect(attempts).toHaveLength(1)
    expect((await service.listMoves(id))[0]?.txHash).toBe(attempts[0]?.hash)
    expect(await readNonce(wallet)).toBe(1)
    await expectLedgerToFit(wallet, '0.3')
  },
)

test('requests gas once if it is killed before the gas arrives', async () => {
  const wallet = await fundWallet({ GUMBY: '100' })
  await request(wallet)
  const before = await outboxSize()
  for (let starts = 0; starts < 3; starts += 1) {
    await newSweeper().tick(await sweepTerm())
  }
  expect(await outboxSize()).toBe(before + 1)
  await finish()
  expect(await outboxSize()).toBe(before + 1)
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('100'))
})

test('sweeps once for two requests while two processes believe to lead', async () => {
  const wallet = await fundWallet({ tBNB: '0.3', GUMBY: '300' })
  const { moves } = await plan([wallet])
  const ids = await Promise.all([requestMoves(moves), requestMoves(moves)])
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1)
  // The lease lets only one of the two processes write.
  const [one, other] = [newSweeper(), newSweeper()]
  await expect
    .poll(async () => {
      await operate()
      const term = await sweepTerm()
      await Promise.allSettled([one.tick(term), other.tick(term)])
      return service.current()
    })
    .toBeUndefined()
  expect(await readNonce(wallet)).toBe(2)
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('300'))
  await expectLedgerToFit(wallet, '0.3')
})

test('signs nothing without the lease', async () => {
  const wallet = await fundWallet({ tBNB: '0.3' })
  const id = await request(wallet)
  const over = await sweepTerm()
  await sweeping.release()
  await expect(newSweeper().tick(over)).rejects.toThrow('is over')
  expect(await readAttempts(id)).toEqual([])
  expect(await readNonce(wallet)).toBe(0)
  await expect.poll(() => sweeping.term()).toEqual(expect.anything())
  await finish()
})

test('bumps fees of a stuck move, and mines one of its attempts', async () => {
  const wallet = await fundWallet({ tBNB: '0.3' })
  const id = await request(wallet)
  await withoutMining(async () => {
    const sweeper = newSweeper()
    await expect
      .poll(async () => {
        await tick(sweeper)
        return (await readAttempts(id)).length
      })
      .toBeGreaterThanOrEqual(2)
    await harness.mine(1)
  })
  await finish()
  expect(await readNonce(wallet)).toBe(1)
  expect(await readBalance(wallet)).toBe(0n)
  await expectLedgerToFit(wallet, '0.3')
})

test('stores the new block of a move after a reorganisation', async () => {
  const wallet = await fundWallet({ tBNB: '0.3', GUMBY: '100' })
  const snapshot = await client.snapshot()
  const id = await request(wallet)
  const sweeper = newSweeper()
  await finish(sweeper)
  const before = await service.listMoves(id)
  await client.revert({ id: snapshot })
  await withoutMining(async () => {
    await harness.mine(4)
    await tickUntil(sweeper, id, 'sent')
    expect(await findMoves(wallet)).toMatchObject({
      ...NONE,
      transactionCount: 0,
    })
  })
  await harness.mine(1)
  await tickUntil(sweeper, id, 'final')
  const after = await service.listMoves(id)
  expect(after.map((m) => m.txHash)).toEqual(before.map((m) => m.txHash))
  for (const [index, move] of after.entries()) {
    expect(move.blockHash).not.toBe(before[index]?.blockHash)
  }
  await expectLedgerToFit(wallet, '0.3')
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('100'))
})

test('gives up a move whose nonce another transaction used', async () => {
  const wallet = await fundWallet({ tBNB: '0.3' })
  const id = await request(wallet)
  const sweeper = newSweeper()
  await withoutMining(async () => {
    await tickUntil(sweeper, id, 'sent')
    // Signed with the wallet's own key.
    await client.impersonateAccount({ address: wallet })
    await client.sendTransaction({
      ...harness.as(wallet, 21_000n),
      to: newAddress(),
      value: parseEther('0.1'),
      nonce: 0,
      maxFeePerGas: parseGwei('90'),
      maxPriorityFeePerGas: parseGwei('80'),
    })
    await harness.mine(6)
  })
  await tickUntil(sweeper, id, 'lost')
  expect(await service.current()).toBeUndefined()
  // The nonce shows that a transaction isn't recorded.
  expect(await readNonce(wallet)).toBe(1)
  expect(await findMoves(wallet)).toMatchObject({
    ...NONE,
    transactionCount: 0,
  })
  await request(wallet)
  await finish()
  expect(await readBalance(wallet)).toBe(0n)
  expect(await findMoves(wallet)).toMatchObject({ transactionCount: 1 })
})
