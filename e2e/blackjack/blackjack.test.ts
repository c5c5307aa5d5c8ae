import { test } from 'vitest'
import { BACK, type Ending, playEndings } from './blackjack-ending.ts'

const LOST = 'Dealer wins. You lost 10 coins'

const endings: readonly Ending[] = [
  { name: 'a win', choices: ['stand'], result: 'You won 10 coins', net: 10 },
  {
    name: 'a loss',
    choices: ['stand'],
    result: 'Dealer wins',
    story: LOST,
    net: -10,
  },
  { name: 'a push', choices: ['stand'], result: 'Push', story: BACK, net: 0 },
  {
    name: 'a blackjack',
    choices: [],
    result: 'Blackjack! You won 15 coins',
    net: 15,
  },
  {
    name: 'a split that wins twice, once doubled',
    choices: ['split', 'double', 'stand'],
    result: 'You won 30 coins',
    net: 30,
  },
  {
    name: "an insurance against the dealer's blackjack",
    choices: ['insurance'],
    result: 'Push',
    story: BACK,
    net: 0,
  },
]

test('each ending is shown, paid and proven', () => playEndings(endings))
