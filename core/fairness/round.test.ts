import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CoinFlipBet, coinFlip } from '../games/coin-flip/coin-flip.ts'
import { hiLo } from '../games/hi-lo/hi-lo.ts'
import { coins, MAX_COINS } from '../money/coins.ts'
import { createDraws } from './draws.ts'
import { nobleHashes } from './noble-hashes.ts'
import { playRound, replay, roundHash } from './round.ts'

const seeds = { serverSeed: '5e'.repeat(32), clientSeed: 'lucky 7', nonce: 42 }
const bet: CoinFlipBet = { betAmount: coins(1), choice: 'heads' }
const draws = createDraws(nobleHashes, seeds)
const isHeads = draws(0) < 2 ** 31

function played(choice: CoinFlipBet['choice']) {
  return playRound(
    nobleHashes,
    { game: coinFlip, bet: { ...bet, choice } },
    seeds,
  )
}

describe('playRound', () => {
  test('returns all inputs and results', () => {
    expect(played('heads')).toMatchObject({
      gameType: 'Coin Flip',
      rulesVersion: 1,
      bet,
      ...seeds,
      outcome: coinFlip.start(bet, draws).outcome,
    })
  })

  test('lists only the used draws', () => {
    const [won, lost] = isHeads
      ? [played('heads'), played('tails')]
      : [played('tails'), played('heads')]
    expect(won.draws).toEqual([draws(0), draws(1)])
    expect(lost.draws).toEqual([draws(0)])
  })

  test('ignores extra fields of its arguments', () => {
    const more = { ...seeds, secret: 'stream key' }
    const round = playRound(nobleHashes, { game: coinFlip, bet }, more)
    expect(round).toEqual(played('heads'))
  })

  test('rejects an action that the rules forbid', () => {
    const actions = [{ action: 'play' }]
    expect(() =>
      playRound(nobleHashes, { game: coinFlip, bet, actions }, seeds),
    ).toThrow('the moves end the round')
  })
})

describe('replay', () => {
  test.each([
    [1, { action: 'play', choice: 'higher' }, true],
    [MAX_COINS, { action: 'skip' }, true],
    [MAX_COINS, { action: 'play', choice: 'higher' }, false],
  ])('at a stake of %d accepts %j: %s', (stake, action, goesOn) => {
    const moves = { game: hiLo, bet: { betAmount: coins(stake) } }
    const replayed = replay(nobleHashes, { ...moves, actions: [action] }, seeds)
    expect(replayed !== undefined).toBe(goesOn)
  })
})

describe('roundHash', () => {
  const round = played('heads')

  test("is the SHA-256 of the round's canonical JSON", () => {
    const { payout, result } = coinFlip.start(bet, draws).outcome
    const text = `{"bet":{"betAmount":1,"choice":"heads"},"clientSeed":"lucky 7","draws":[${round.draws.join(',')}],"gameType":"Coin Flip","nonce":42,"outcome":{"payout":${payout},"result":"${result}"},"rulesVersion":1,"serverSeed":"${seeds.serverSeed}"}`
    const expected = createHash('sha256').update(text).digest('hex')
    expect(roundHash(nobleHashes, round)).toBe(expected)
  })

  const changes = {
    gameType: { gameType: 'Slot Machine' },
    rulesVersion: { rulesVersion: 2 },
    bet: { bet: { ...bet, betAmount: coins(2) } },
    actions: { actions: [{ action: 'skip' }] },
    serverSeed: { serverSeed: '5f'.repeat(32) },
    clientSeed: { clientSeed: 'lucky 8' },
    nonce: { nonce: 43 },
    draws: { draws: [...round.draws, 0] },
    outcome: { outcome: { ...round.outcome, payout: coins(7) } },
  } satisfies Record<keyof typeof round, Partial<typeof round>>

  test.each(Object.entries(changes))('changes with the %s', (_name, change) => {
    const changed = roundHash(nobleHashes, { ...round, ...change })
    expect(changed).not.toBe(roundHash(nobleHashes, round))
  })
})
