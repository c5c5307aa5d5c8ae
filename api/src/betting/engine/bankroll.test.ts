import { expect, test, vi } from 'vitest'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import { createBankroll } from './bankroll.ts'

function getFigures(free: number) {
  return { house: JACKPOT_SEED + free, reserved: 0, jackpot: JACKPOT_SEED }
}

async function readBankroll(free: number) {
  const bankroll = createBankroll({ refill: false })
  await bankroll.follow(async () => getFigures(free))
  return bankroll
}

test.each([-30, 30])('counts a move of %i coins at once', async (gain) => {
  const bankroll = await readBankroll(1_000)
  const release = bankroll.reserve(50)
  expect(bankroll.free()).toBe(950)
  bankroll.reserve(20)()
  release({ gain, reserved: 0 })
  expect(bankroll.free()).toBe(1_000 + gain)
})

test('never overestimates a move that settles during a read', async () => {
  const bankroll = await readBankroll(1_000)
  const reserved = (gains: number[]) =>
    gains.map((gain) => ({ gain, release: bankroll.reserve(50) }))
  const early = reserved([40, -30])
  const late = reserved([20, -10])
  // The read may include any of the four.
  await bankroll.follow(async () => {
    for (const { gain, release } of early) release({ gain, reserved: 0 })
    bankroll.reserve(50)({ gain: 5, reserved: 0 })
    return getFigures(1_000)
  })
  for (const { gain, release } of late) release({ gain, reserved: 0 })
  expect(bankroll.free()).toBe(1_000 - 30 - 10)
  await bankroll.follow(async () => getFigures(1_020))
  expect(bankroll.free()).toBe(1_020)
})

test('counts a loss that either of two concurrent reads may miss', async () => {
  const bankroll = await readBankroll(1_000)
  const release = bankroll.reserve(50)
  await bankroll.follow(async () => {
    await bankroll.follow(async () => getFigures(1_000))
    release({ gain: -30, reserved: 0 })
    return getFigures(1_000)
  })
  expect(bankroll.free()).toBe(970)
})

test('reads uncertain figures again, but not others', async () => {
  const bankroll = await readBankroll(1_000)
  const read = vi.fn(async () => getFigures(900))
  await bankroll.load(read)
  expect(bankroll.free()).toBe(1_000)
  // Figures that become uncertain during a read need another one.
  await bankroll.follow(async () => {
    bankroll.invalidate()
    return getFigures(1_000)
  })
  await bankroll.load(read)
  await bankroll.load(read)
  expect(bankroll.free()).toBe(900)
  expect(read).toHaveBeenCalledOnce()
})

test.each([
  { refill: false, pending: 0, own: 0, most: 250 },
  { refill: false, pending: 0, own: 240, most: 10 },
  { refill: false, pending: 250, own: 0, most: 50 },
  { refill: true, pending: 250, own: 240, most: 551 },
])('limits the reserved payouts of open rounds: %j', async (limit) => {
  const { refill, pending, own, most } = limit
  const bankroll = createBankroll({ refill })
  await bankroll.follow(async () => ({ ...getFigures(1_001), reserved: 200 }))
  bankroll.reserve(pending)
  expect(bankroll.freeToReserve(own)).toBe(most)
  expect(bankroll.pot()).toBe(JACKPOT_SEED)
})

test('keeps its figures when a read fails', async () => {
  const bankroll = await readBankroll(1_000)
  const failing = bankroll.follow(() => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  bankroll.reserve(50)({ gain: 10, reserved: 4 })
  expect(bankroll.free()).toBe(1_006)
})
