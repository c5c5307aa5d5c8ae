import { describe, expect, test } from 'vitest'
import { namedGame, namedGames } from './named-game.ts'
import { SWEEP_USAGE, sweepRequest } from './sweep-request.ts'

describe('the name of a game', () => {
  test.each([
    ['Slot Machine', ['slots', 'SLOT', 'slot-machine']],
    ['Coin Flip', ['coin-flip', 'COINFLIP']],
    ['Hi-Lo', ['hilo', 'Hi Lo']],
    ['Blackjack', ['black-jack']],
    ['Horse Race', ['race', 'horse-race']],
    ...namedGames.map(({ gameType, path }): [string, string[]] => [
      gameType,
      [path, gameType],
    ]),
  ])('of %s may be any of %j', (gameType, names) => {
    for (const name of names) {
      expect(namedGame([name]).game.gameType, name).toBe(gameType)
    }
  })

  test('takes the longest match', () => {
    for (const title of [['Slot', 'Machine'], ['slot']]) {
      const { rest } = namedGame([...title, 'New', 'reels.'])
      expect(rest).toEqual(['New', 'reels.'])
    }
  })

  test.each([[['roulette']], [['s']], [['']], [[]]])(
    'is refused as %j with all that is taken',
    (args) => {
      for (const { path, gameType } of namedGames) {
        const choice = `${path} (or "${gameType}")`
        expect(() => namedGame(args)).toThrow(choice)
      }
    },
  )
})

describe('a sweep', () => {
  test.each([
    ['', false, {}],
    ['--asset POKEY', false, { asset: 'POKEY' }],
    [
      '--minimum 0 --asset POKEY --dry-run',
      true,
      { asset: 'POKEY', minimum: '0' },
    ],
  ])('is asked for by "%s"', (line, isDryRun, what) => {
    const args = line ? line.split(' ') : []
    expect(sweepRequest(args)).toEqual({ isDryRun, what, reason: undefined })
  })

  test('takes its reason as it is', () => {
    const { reason } = sweepRequest(['--reason', 'The week is over.'])
    expect(reason).toBe('The week is over.')
  })

  test.each([
    '--asset BNB',
    '--asset',
    '--minimum 1',
    '--asset tBNB --minimum -1',
    '--asset tBNB --minimum 1e3',
    '--reason',
    'everything',
    '--all',
  ])('gets the usage for %s', (line) => {
    expect(() => sweepRequest(line.split(' '))).toThrow(SWEEP_USAGE)
  })
})
