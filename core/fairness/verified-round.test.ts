import { describe, expect, test } from 'vitest'
import { HonestServer } from '#testing/page/honest-server.ts'
import { type CoinFlipBet, coinFlip } from '../games/coin-flip/coin-flip.ts'
import { coins, MAX_COINS } from '../money/coins.ts'
import { EPOCH_SIZE } from './epoch.ts'
import { nobleHashes } from './noble-hashes.ts'
import { playRound, roundHash } from './round.ts'
import { commitmentOf } from './server-seed.ts'
import { type Claim, isProven, verifiedRound } from './verified-round.ts'

const bet: CoinFlipBet = { betAmount: coins(10), choice: 'heads' }
const OTHER_HEX = 'ab'.repeat(32)
const server = new HonestServer()
server.nonce = 2 * EPOCH_SIZE + 37
const { gameType, nonce, serverSeed, clientSeed, gameData } = server.record({
  game: coinFlip,
  bet,
})
const { player, rulesVersion, serverSeedHash } = gameData
const { epochRoot, epochPath, expectedHash } = gameData

const honest: Claim = {
  gameType,
  rulesVersion,
  bet,
  serverSeed,
  clientSeed,
  nonce,
  player,
  serverSeedHash,
  epochRoot,
  epochPath,
  expectedHash,
}

test('proves an honest claim and replays its round', () => {
  const verdict = verifiedRound(nobleHashes, honest)
  expect(verdict.checks).toEqual({
    commitment: true,
    epoch: true,
    replay: true,
  })
  expect(verdict.verifiedHash).toBe(honest.expectedHash)
  expect(verdict.round).toMatchObject({ bet, serverSeed, clientSeed, nonce })
  expect(isProven(verdict)).toBe(true)
})

type Check = keyof ReturnType<typeof verifiedRound>['checks']
type Tampering = { change: Partial<Claim>; fails: Check[] }

const tampered = {
  gameType: { change: { gameType: 'Slot Machine' }, fails: ['replay'] },
  rulesVersion: { change: { rulesVersion: 2 }, fails: ['replay'] },
  bet: { change: { bet: { ...bet, choice: 'tails' } }, fails: ['replay'] },
  actions: {
    change: { actions: [{ action: 'skip' }] },
    fails: ['replay'],
  },
  serverSeed: {
    change: { serverSeed: OTHER_HEX },
    fails: ['commitment', 'replay'],
  },
  clientSeed: { change: { clientSeed: 'lucky 8' }, fails: ['replay'] },
  nonce: { change: { nonce: nonce + 1_024 }, fails: ['epoch', 'replay'] },
  player: {
    change: { player: player.replace('0', '1') },
    fails: ['epoch'],
  },
  serverSeedHash: {
    change: { serverSeedHash: OTHER_HEX },
    fails: ['commitment', 'epoch'],
  },
  epochRoot: { change: { epochRoot: OTHER_HEX }, fails: ['epoch'] },
  epochPath: {
    change: { epochPath: epochPath.with(9, OTHER_HEX) },
    fails: ['epoch'],
  },
  expectedHash: { change: { expectedHash: OTHER_HEX }, fails: ['replay'] },
} satisfies Record<keyof Claim, Tampering>

describe('a claim with one changed field', () => {
  test.each(Object.entries<Tampering>(tampered))(
    'is not proven: %s',
    (_field, { change, fails }) => {
      const verdict = verifiedRound(nobleHashes, { ...honest, ...change })
      const failed = Object.entries(verdict.checks)
        .filter(([, holds]) => !holds)
        .map(([check]) => check)
      expect(failed).toEqual(fails)
      expect(isProven(verdict)).toBe(false)
    },
  )

  test('is not proven with another seed and the commitment to it', () => {
    const seeds = { serverSeed: OTHER_HEX, clientSeed, nonce }
    const round = playRound(nobleHashes, { game: coinFlip, bet }, seeds)
    const verdict = verifiedRound(nobleHashes, {
      ...honest,
      serverSeed: OTHER_HEX,
      serverSeedHash: commitmentOf(nobleHashes, OTHER_HEX),
      expectedHash: roundHash(nobleHashes, round),
    })
    expect(verdict.checks).toEqual({
      commitment: true,
      epoch: false,
      replay: true,
    })
  })

  test.each([
    ['missing', []],
    ['one sibling short', epochPath.slice(0, -1)],
    ['one sibling long', [...epochPath, OTHER_HEX]],
  ])('is not proven with a path that is %s', (_name, changed) => {
    const claim = { ...honest, epochPath: changed }
    const verdict = verifiedRound(nobleHashes, claim)
    expect(verdict.checks.epoch).toBe(false)
  })
})

describe('a claim that can’t be replayed', () => {
  test.each([
    ['rules', { rulesVersion: 0 }],
    ['rules', { gameType: 'constructor' }],
    ['bet', { bet: { betAmount: 10 } }],
    ['bet', { bet: { ...bet, edge: 0 } }],
    ['bet', { bet: { ...bet, betAmount: 0 } }],
    // Wins more than a balance holds.
    ['bet', { bet: { ...bet, betAmount: MAX_COINS } }],
    ['bet', { bet: null }],
    ['action', { actions: [{ action: 'skip' }] }],
    ['action', { actions: {} }],
  ])('has no round and no hash, for its %s: %j', (failure, change) => {
    const verdict = verifiedRound(nobleHashes, { ...honest, ...change })
    expect(verdict).toEqual({
      verifiedHash: undefined,
      round: undefined,
      replayFailure: failure,
      checks: { commitment: true, epoch: true, replay: false },
    })
  })
})
