import { expect, test } from 'vitest'
import { drawsOfCards } from '#testing/samples/draws-of-cards.ts'
import { coins } from '../../money/coins.ts'
import { twoDecimals } from '../../money/two-decimals.ts'
import { hiLo } from './hi-lo.ts'
import type { Guess } from './hi-lo-guess.ts'
import {
  cardsOf,
  type HiLoAction,
  type HiLoPosition,
  worthOf,
} from './hi-lo-position.ts'
import { worthAfter, worthSoFar } from './hi-lo-prospect.ts'

const draws = drawsOfCards('5♣ 9♦ 2♥ A♠ K♦ Q♣')
const higher: HiLoAction = { action: 'play', choice: 'higher' }
const lower: HiLoAction = { action: 'play', choice: 'lower' }
const skip: HiLoAction = { action: 'skip' }

function reached(actions: readonly HiLoAction[]): HiLoPosition {
  const first = hiLo.start({ betAmount: coins(100) }, draws)
  const { act } = hiLo.steps
  return actions.reduce((position, one) => act(position, one, draws), first)
}

const rounds: HiLoAction[][] = [
  [],
  [higher],
  [higher, lower],
  [skip, lower, skip],
  [skip, lower, lower, higher],
]

test.each(rounds.map((actions) => [actions]))(
  'what is shown of a round tells what it is worth: %j',
  (actions) => {
    const position = reached(actions)
    const shown = { betAmount: coins(100), cards: cardsOf(position), actions }
    expect(worthSoFar(shown)).toEqual(worthOf(position))
  },
)

test.each<[Guess, number]>([
  ['higher', 368.08],
  ['lower', 204.49],
])('a right guess %s after 5♣ and 9♦ makes %d of 100', (choice, worth) => {
  const cards = cardsOf(reached([higher]))
  const shown = { betAmount: coins(100), cards, actions: [higher] }
  expect(twoDecimals(worthAfter(choice, shown))).toBe(worth)
})

test('a guess promises exactly what being right brings', () => {
  const cards = cardsOf(reached([higher]))
  const shown = { betAmount: coins(100), cards, actions: [higher] }
  expect(worthAfter('lower', shown)).toEqual(worthOf(reached([higher, lower])))
})
