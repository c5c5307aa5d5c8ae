import * as fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { integerBelow } from '#core/fairness/draws.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { Game } from '#core/games/game.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '#core/money/coins.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import { systemClock } from '../../platform/clock.ts'
import { nativeHashes as hashes } from '../../platform/native-hashes.ts'
import { createBankroll } from './bankroll.ts'
import { PendingMove } from './moves.ts'
import { roundSeed } from './open-round.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'
import { createRoundBets, decideMoves, decideUpToHit } from './round-bets.ts'

const bankroll = createBankroll({ refill: false })
await bankroll.follow(async () => ({
  house: 1_000_000_000,
  reserved: 0,
  jackpot: 10_000,
}))
const KEY = new Uint8Array(32)
const userId = '01890000-0000-7000-8000-000000000001'

type Fixture = {
  balance: number
  stakes: readonly number[]
  limits?: PlayerLimits
  game?: Game
  nonce?: number
  asOfMs?: number
  alone?: number
}

function createSnapshot(
  streamKey: Uint8Array,
  { balance, limits = NO_LIMITS, nonce = 0, asOfMs = 0 }: Fixture,
): PlayerSnapshot {
  return {
    userId,
    streamKey,
    balance,
    firstNonce: 0,
    nonce,
    snapshotVersion: 0,
    clientSeed: { id: 1, seed: 'lucky' },
    weaker: false,
    isPublished: true,
    day: { day: 0, staked: 0, paid: 0 },
    open: new Map(),
    limits,
    asOfMs,
    upcoming: roundSeed(hashes, { streamKey }, nonce),
  }
}

const pauses = { requireStart: () => undefined, requireStep: () => undefined }
const deps = { hashes, bankroll, pauses, clock: systemClock }
const pool = new pg.Pool()
const kind = createRoundBets({ ...deps, pool, onFinished: () => undefined })

function decide(streamKey: Uint8Array, fixture: Fixture) {
  const { alone, game = coinFlip } = fixture
  const waiting = fixture.stakes.map((stake, index) => {
    const bet = { betAmount: coins(stake), choice: 'heads' } as const
    const request = { userId, game, move: { start: bet }, request: undefined }
    return Object.assign(new PendingMove(kind, request, 0), {
      alone: index === alone,
    })
  })
  return decideMoves(deps, createSnapshot(streamKey, fixture), waiting)
}

/** Returns the stakes of the player batch that a stream key decides. */
function stakesOfBatch(streamKey: Uint8Array, fixture: Fixture): number[] {
  const { playerBatch } = decide(streamKey, fixture)
  return playerBatch?.bets.map(({ stake }) => stake) ?? []
}

/** Hits the jackpot every second time. */
const luckySlots: Game = {
  ...slots,
  start: (bet, draws) =>
    integerBelow(draws(9), 2) === 0
      ? { staked: bet.betAmount }
      : slots.start(bet, draws),
}

test.each([coinFlip, luckySlots])(
  'admits bets regardless of draws: $gameType',
  (game) => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const limit = fc.option(fc.integer({ min: 1, max: 1_000 }).map(coins))
    const fixture = fc.record({
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
      fc.property(key, key, fixture, (one, other, input) => {
        const stakes = stakesOfBatch(one, { ...input, game })
        expect(stakesOfBatch(other, { ...input, game })).toEqual(stakes)
      }),
    )
  },
)

test('property: accepts exactly the bets that fit the balance if all win', () => {
  const fixture = fc.record({
    balance: fc.integer({ min: 0, max: 300 }).map((below) => MAX_COINS - below),
    stakes: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 12 }),
  })
  fc.assert(
    fc.property(fixture, (input) => {
      const taken = stakesOfBatch(KEY, input)
      expect(taken).toEqual(stakesThatFit(input))
    }),
  )
})

/** Returns the bets that fit if all win, computed with bigints. */
function stakesThatFit({ balance, stakes }: Fixture): number[] {
  const taken: number[] = []
  let won = BigInt(balance)
  for (const stake of stakes) {
    // A win pays at most 1.98 times the stake, rounded up.
    const gain = (BigInt(stake) * 98n + 99n) / 100n
    const fits = won + gain <= BigInt(MAX_COINS)
    if (!fits && taken.length > 0) break
    if (!fits) continue
    taken.push(stake)
    won += gain
  }
  return taken
}

test('commits the bets before one that throws, and reserves nothing for it', () => {
  const game: Game = {
    ...coinFlip,
    start(bet, draws) {
      if (bet.betAmount === 13) throw new Error('broken')
      return coinFlip.start({ ...bet, choice: 'heads' }, draws)
    },
  }
  const input = { balance: 1_000, game }
  expect(stakesOfBatch(KEY, { ...input, stakes: [60, 13, 5] })).toEqual([60])
  const free = bankroll.free()
  expect(() => stakesOfBatch(KEY, { ...input, stakes: [13, 5] })).toThrow(
    'broken',
  )
  expect(bankroll.free()).toBe(free)
})

test.each([
  { balance: 100 },
  { limits: { dailyStake: coins(100) } },
  { limits: { dailyLoss: coins(100) } },
])('accepts the bets that fit if all lose: %j', (least) => {
  const { balance = 1_000, limits = {} } = least
  const input = { balance, limits: { ...NO_LIMITS, ...limits } }
  const stakes = stakesOfBatch(KEY, { ...input, stakes: [60, 40, 1] })
  expect(stakes).toEqual([60, 40])
})

test.each([
  ['alone', { alone: 1 }, [1]],
  ['after one that is', { alone: 0 }, [1]],
  ['of the next epoch', { nonce: 1_022 }, [1, 2]],
])('accepts no further move %s: %j', (_which, change, expected) => {
  const input = { balance: 1_000, stakes: [1, 2, 3], ...change }
  expect(stakesOfBatch(KEY, input)).toEqual(expected)
})

test('refuses a move by newer snapshots only, and accepts the next', () => {
  const input = { balance: 5, stakes: [10, 3] }
  expect(decide(KEY, input)).toMatchObject({
    refused: [{ error: { code: 'insufficient_coins' } }],
    playerBatch: { bets: [{ stake: 3 }] },
  })
  const old = decide(KEY, { ...input, asOfMs: -1 })
  expect(old).toEqual({ isStale: true, refused: [] })
})

test.each<Game>([coinFlip, slots])('adds up its moves', (game) => {
  const input = { balance: 9_000, stakes: [1, 20, 300, 4, 50, 600], game }
  const { playerBatch } = decide(KEY, input)
  let [seq, change, taken] = [0, 0, 0]
  for (const { offset, stake, payout } of playerBatch?.bets ?? []) {
    const afterBet = change - stake
    change = afterBet + payout
    expect(offset).toEqual({ seq: seq + 1, afterBet, afterRound: change })
    seq += Number(stake > 0) + Number(payout > 0)
    taken += stake
  }
  const potShare = taken * (game.jackpot?.shareHundredths ?? 0)
  const sums = {
    maxLoss: 975,
    totalStake: taken,
    balanceChange: change,
    transactionCount: seq,
  }
  expect(playerBatch).toMatchObject({ ...sums, potShare })
})

test('decides a dry run again up to its first hit, which wins the pot', () => {
  const stakes = [1, 2, 3, 4, 5, 6, 7, 8]
  const input = { balance: 1_000, stakes, game: luckySlots }
  const { playerBatch } = decide(KEY, input)
  if (!playerBatch) throw new Error('no batch')
  const hits = playerBatch.bets.map(({ payout }) => payout >= JACKPOT_SEED)
  expect([hits.indexOf(true), hits.lastIndexOf(true)]).toEqual([6, 7])
  expect(playerBatch.firstHit).toBe(6)
  const pot = coins(77_777)
  const { bets, ...played } = decideUpToHit(deps, playerBatch, pot)
  expect(bets.map(({ stake }) => stake)).toEqual(stakes.slice(0, 7))
  expect(bets.at(-1)?.payout).toBe(pot)
  expect(played).toMatchObject({ pot, firstHit: undefined })
})
