import { expect, test, vi } from 'vitest'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import { openBankroll } from './bankroll.ts'

function figuresOf(free: number) {
  return { house: JACKPOT_SEED + free, held: 0, jackpot: JACKPOT_SEED }
}

async function bankrollOf(free: number) {
  const bankroll = openBankroll({ refill: false })
  await bankroll.follow(async () => figuresOf(free))
  return bankroll
}

test.each([-30, 30])('counts a move of %i coins at once', async (gain) => {
  const bankroll = await bankrollOf(1_000)
  const release = bankroll.reserve(50)
  expect(bankroll.free()).toBe(950)
  bankroll.reserve(20)()
  release({ gain, held: 0 })
  expect(bankroll.free()).toBe(1_000 + gain)
})

test('never counts a move that settles around a reading for more than it is', async () => {
  const bankroll = await bankrollOf(1_000)
  const reserved = (gains: number[]) =>
    gains.map((gain) => ({ gain, release: bankroll.reserve(50) }))
  const early = reserved([40, -30])
  const late = reserved([20, -10])
  // The reading may know of each of the four, or not.
  await bankroll.follow(async () => {
    for (const { gain, release } of early) release({ gain, held: 0 })
    bankroll.reserve(50)({ gain: 5, held: 0 })
    return figuresOf(1_000)
  })
  for (const { gain, release } of late) release({ gain, held: 0 })
  expect(bankroll.free()).toBe(1_000 - 30 - 10)
  await bankroll.follow(async () => figuresOf(1_020))
  expect(bankroll.free()).toBe(1_020)
})

test('each of two readings at once may miss what the other knows', async () => {
  const bankroll = await bankrollOf(1_000)
  const release = bankroll.reserve(50)
  await bankroll.follow(async () => {
    await bankroll.follow(async () => figuresOf(1_000))
    release({ gain: -30, held: 0 })
    return figuresOf(1_000)
  })
  expect(bankroll.free()).toBe(970)
})

test('reads figures in doubt before they count, and others not', async () => {
  const bankroll = await bankrollOf(1_000)
  const read = vi.fn(async () => figuresOf(900))
  await bankroll.load(read)
  expect(bankroll.free()).toBe(1_000)
  // A doubt that comes up during a reading is not settled by it.
  await bankroll.follow(async () => {
    bankroll.doubt()
    return figuresOf(1_000)
  })
  await bankroll.load(read)
  await bankroll.load(read)
  expect(bankroll.free()).toBe(900)
  expect(read).toHaveBeenCalledOnce()
})

test.each([
  { refill: false, reserved: 0, held: 0, most: 250 },
  { refill: false, reserved: 0, held: 240, most: 10 },
  { refill: false, reserved: 250, held: 0, most: 50 },
  { refill: true, reserved: 250, held: 240, most: 551 },
])('limits what waits for players: %j', async (limit) => {
  const { refill, reserved, held, most } = limit
  const bankroll = openBankroll({ refill })
  await bankroll.follow(async () => ({ ...figuresOf(1_001), held: 200 }))
  bankroll.reserve(reserved)
  expect(bankroll.freeToHold(held)).toBe(most)
  expect(bankroll.pot()).toBe(JACKPOT_SEED)
})

test('a reading that fails leaves the figures as they were', async () => {
  const bankroll = await bankrollOf(1_000)
  const failing = bankroll.follow(() => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  bankroll.reserve(50)({ gain: 10, held: 4 })
  expect(bankroll.free()).toBe(1_006)
})
