import { describe, expect, test } from 'vitest'
import { parseArguments } from './arguments.ts'
import { namedGame, namedGames } from './named-game.ts'
import { operatorCommand } from './operator-command.ts'

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

describe('arguments', () => {
  const usage =
    'sweep <one> [rest...] [--dry-run] [--reason <text>] --asset <A|B>'

  test.each([
    ['', {}],
    ['first', { one: 'first' }],
    ['first then more', { one: 'first', rest: 'then more' }],
    [
      '--asset POKEY first --dry-run',
      { one: 'first', asset: 'POKEY', 'dry-run': true },
    ],
  ])('of "%s" are read by the usage', (line, values) => {
    expect(parseArguments(usage, toWords(line))).toEqual(values)
  })

  test('take a quoted option as it is', () => {
    const args = ['--reason', 'The week is over.']
    expect(parseArguments(usage, args)).toEqual({ reason: 'The week is over.' })
  })

  test.each(['--all', '--asset', '--dry-run=no'])('refuse %s', (line) => {
    expect(parseArguments(usage, toWords(line))).toBeUndefined()
  })

  test('refuse too many words', () => {
    expect(parseArguments('grant <username>', ['a', 'b'])).toBeUndefined()
  })
})

describe('a sweep', () => {
  test.each(['', '--asset POKEY', '--minimum 0 --asset POKEY --dry-run'])(
    'is asked for by "%s"',
    (line) => {
      expect(operatorCommand(['sweep', ...toWords(line)])).toBeTypeOf(
        'function',
      )
    },
  )

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
    expect(() => operatorCommand(['sweep', ...toWords(line)])).toThrow(
      /^npm run operator -- sweep /,
    )
  })
})

function toWords(line: string): string[] {
  return line.split(' ').filter(Boolean)
}
