import type { Move } from './load.ts'

const BET = 10

const always =
  (path: string, body: object): Move =>
  () => ({ path, body: JSON.stringify(body) })

const FLIP = { choice: 'heads', betAmount: BET }

export const emptyMove = always('/empty', FLIP)
export const textbookMove = always('/bet', FLIP)
export const flipMove = always('/api/games/coinflip', FLIP)
export const spinMove = always('/api/games/slot', { betAmount: BET })

const MAY_STAND = /"legalActions":\[[^\]]*"stand"/

/** Deals, and stands where the deal has not ended the hand. */
export const blackjackMove: Move = (answer) => ({
  path: '/api/games/blackjack',
  body: JSON.stringify(
    MAY_STAND.test(answer ?? '')
      ? { action: 'stand' }
      : { action: 'deal', betAmount: BET },
  ),
})

/** Starts, guesses twice if the first guess was right, and cashes out. */
export const hiLoMove: Move = (answer = '') => {
  const [path, body] = nextOfHiLo(answer)
  return { path: `/api/games/hilo/${path}`, body: JSON.stringify(body) }
}

function nextOfHiLo(answer: string): [string, object] {
  if (!answer.includes('"gameActive":true'))
    return ['start', { betAmount: BET }]
  if (answer.includes('"step":2')) return ['cashout', {}]
  return ['play', { choice: 'higher' }]
}
