import { test } from 'vitest'
import { type Ending, playEndings } from './blackjack-ending.ts'

const endings: readonly Ending[] = [
  {
    name: 'a bust',
    choices: ['hit', 'hit'],
    result: 'Bust',
    story: 'Bust. You lost 10 coins',
    net: -10,
  },
  {
    name: 'a double that wins',
    choices: ['double'],
    result: 'You won 20 coins',
    net: 20,
  },
  {
    name: 'an insurance that was not needed',
    choices: ['insurance', 'stand'],
    result: 'You won 5 coins',
    net: 5,
  },
]

test('each rarer ending is shown, paid and proven', () => playEndings(endings))
