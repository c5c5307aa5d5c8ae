import { expect, test } from 'vitest'
import { namedGame, namedGames } from './named-game.ts'

test.each([
  ['Slot Machine', ['slot', 'slots', 'SLOT', 'Slot Machine', 'slot-machine']],
  ['Coin Flip', ['coinflip', 'coin-flip', 'Coin Flip', 'COINFLIP']],
  ['Hi-Lo', ['hilo', 'hi-lo', 'Hi-Lo', 'Hi Lo']],
  ['Blackjack', ['blackjack', 'Blackjack', 'black-jack']],
  ['Horse Race', ['races', 'race', 'Horse Race', 'horse-race']],
])('%s goes by any of %j', (gameType, names) => {
  for (const name of names) {
    expect(namedGame([name]).game.gameType, name).toBe(gameType)
  }
})

test('every game goes by its path and its title', () => {
  for (const game of namedGames) {
    expect(namedGame([game.path]).game).toBe(game)
    expect(namedGame([game.gameType]).game).toBe(game)
  }
})

test('a title of two words leaves none of them for the reason', () => {
  expect(namedGame(['Slot', 'Machine', 'New', 'reels.']).rest).toEqual([
    'New',
    'reels.',
  ])
  expect(namedGame(['slot', 'New', 'reels.']).rest).toEqual(['New', 'reels.'])
})

test.each([[['roulette']], [['s']], [['']], [[]]])(
  '%j is refused with all that is taken',
  (args) => {
    const taken = namedGames.map(({ path, gameType }) =>
      expect.stringContaining(`${path} (or "${gameType}")`),
    )
    let message = ''
    try {
      namedGame(args)
    } catch (error) {
      message = String(error)
    }
    for (const name of taken) expect(message).toEqual(name)
  },
)
