import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { integerBelow } from '#core/fairness/draws.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Game } from '#core/games/game.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import { systemClock } from '../../platform/clock.ts'
import { nativeHashes as hashes } from '../../platform/native-hashes.ts'
import { openBankroll } from './bankroll.ts'
import { PlacedMove } from './placed-move.ts'
import { decidePlayerBatch } from './player-batch.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'
import { roundSeed } from './round-seed.ts'

const bankroll = openBankroll({ refill: false })
await bankroll.follow(async () => ({
  house: 1_000_000_000,
  held: 0,
  jackpot: 10_000,
}))
const userId = '01890000-0000-7000-8000-000000000001'

type Table = {
  balance: number
  stakes: readonly number[]
  limits?: PlayerLimits
  game?: Game
}

function snapshotOf(
  streamKey: Uint8Array,
  { balance, limits = NO_LIMITS }: Table,
): PlayerSnapshot {
  return {
    userId,
    streamKey,
    balance,
    firstNonce: 0,
    nonce: 0,
    snapshotVersion: 0,
    clientSeed: { id: 1, seed: 'lucky' },
    weaker: false,
    day: { day: 0, staked: 0, paid: 0 },
    open: new Map(),
    limits,
    asOfMs: 0,
    upcoming: roundSeed(hashes, { streamKey }, 0),
  }
}

/** The stakes that come into one player batch, decided by these secrets. */
function stakesOfBatch(streamKey: Uint8Array, table: Table): number[] {
  const { game = coinFlip } = table
  const waiting = table.stakes.map((stake) => {
    const bet = { betAmount: coins(stake), choice: 'heads' } as const
    const ask = { start: bet }
    return new PlacedMove({ userId, game, ask, request: undefined }, 0)
  })
  const pauses = {
    refusal: () => undefined,
    stepRefusal: () => undefined,
  }
  const { playerBatch } = decidePlayerBatch(
    { hashes, bankroll, pauses, clock: systemClock },
    snapshotOf(streamKey, table),
    waiting,
  )
  return playerBatch?.moves.map(({ stake }) => stake) ?? []
}

/** Hits the jackpot every other time. */
const luckySlots: Game = {
  ...slots,
  start: (bet, draws) =>
    integerBelow(draws(9), 2) === 0
      ? { staked: bet.betAmount }
      : slots.start(bet, draws),
}

test.each([coinFlip, luckySlots])('draws choose no bets: $gameType', (game) => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const limit = fc.option(fc.integer({ min: 1, max: 1_000 }).map(coins))
  const table = fc.record({
    balance: fc.integer({ min: 0, max: 1_000 }),
    stakes: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
    limits: fc.record({
      dailyStake: limit,
      dailyLoss: limit,
      pending: fc.constant(null),
      coolOffUntilMs: fc.constant(null),
    }),
  })
  fc.assert(
    fc.property(key, key, table, (one, other, asked) => {
      const stakes = stakesOfBatch(one, { ...asked, game })
      expect(stakesOfBatch(other, { ...asked, game })).toEqual(stakes)
    }),
  )
})

test('property: takes bets as long as they fit a balance should all win, to the coin', () => {
  const table = fc.record({
    balance: fc.integer({ min: 0, max: 300 }).map((below) => MAX_COINS - below),
    stakes: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 12 }),
  })
  fc.assert(
    fc.property(table, (asked) => {
      const taken = stakesOfBatch(new Uint8Array(32), asked)
      expect(taken).toEqual(stakesThatFit(asked))
    }),
  )
})

/** The first that fit should all win, by whole numbers of any size. */
function stakesThatFit({ balance, stakes }: Table): number[] {
  const taken: number[] = []
  let won = BigInt(balance)
  for (const stake of stakes) {
    // A win pays 1.98 times the stake, rounded up where luck has it.
    const gain = (BigInt(stake) * 98n + 99n) / 100n
    const fits = won + gain <= BigInt(MAX_COINS)
    if (!fits && taken.length > 0) break
    if (!fits) continue
    taken.push(stake)
    won += gain
  }
  return taken
}

test('keeps the bets before one that throws, and reserves nothing for it', () => {
  const game: Game = {
    ...coinFlip,
    start(bet, draws) {
      if (bet.betAmount === 13) throw new Error('broken')
      return coinFlip.start({ ...bet, choice: 'heads' }, draws)
    },
  }
  const streamKey = new Uint8Array(32)
  const asked = { balance: 1_000, game }
  expect(stakesOfBatch(streamKey, { ...asked, stakes: [60, 13, 5] })).toEqual([
    60,
  ])
  const free = bankroll.free()
  expect(() => stakesOfBatch(streamKey, { ...asked, stakes: [13, 5] })).toThrow(
    'broken',
  )
  expect(bankroll.free()).toBe(free)
})

test.each([
  { balance: 100 },
  { limits: { dailyStake: coins(100) } },
  { limits: { dailyLoss: coins(100) } },
])('takes bets as long as they fit should all lose: %j', (least) => {
  const { balance = 1_000, limits = {} } = least
  const asked = { balance, limits: { ...NO_LIMITS, ...limits } }
  const streamKey = new Uint8Array(32)
  const stakes = stakesOfBatch(streamKey, { ...asked, stakes: [60, 40, 1] })
  expect(stakes).toEqual([60, 40])
})
