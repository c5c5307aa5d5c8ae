import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { createSweepHarness } from '#testing/chain/sweep-harness.ts'

const FINAL_AFTER = 3

const harness = await createSweepHarness({ finalAfter: FINAL_AFTER })
const { expectLedgerToFit, newSweeper, outboxSize, plan, request } = harness
const { readBalance, mine, service, state, tick, readTokens, fundWallet } =
  harness
const { GUMBY } = harness.deployment.tokens

// Makes the contracts final first.
await mine(FINAL_AFTER)

test('sweeps only final balances', async () => {
  const wallet = await fundWallet({ tBNB: '0.5' })
  expect((await plan([wallet])).moves).toEqual([])
  await mine(FINAL_AFTER)
  expect((await plan([wallet])).moves).toMatchObject([{ asset: 'tBNB' }])
})

test('waits for each step to become final', async () => {
  const wallet = await fundWallet({ GUMBY: '100' })
  await mine(FINAL_AFTER)
  const before = await outboxSize()
  const id = await request(wallet)
  const seen = new Set<string>()
  const sweeper = newSweeper()
  await expect
    .poll(async () => {
      await tick(sweeper)
      const [move] = await service.listMoves(id)
      seen.add(`${move?.status} ${move?.problem}`)
      await mine(1)
      return service.current()
    })
    .toBeUndefined()
  expect([...seen]).toEqual([
    'planned needs_gas',
    'sent null',
    'mined null',
    'final null',
  ])
  expect(await outboxSize()).toBe(before + 1)
  expect(await readTokens(GUMBY, state.treasury)).toBe(parseEther('100'))
  const { houseInWei } = await expectLedgerToFit(wallet, '0')
  expect(houseInWei).toBeGreaterThan(await readBalance(wallet))
})
