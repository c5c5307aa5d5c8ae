/** A request of a game; its path follows `/api/games/`. */
export type Move = { path: string; body: object }

/** How a round stands that goes on. */
type Standing = { step: number; legalActions: readonly string[] }

/** How chaos plays a game: with one legal action or another. */
type PlayedGame = {
  start(betAmount: number): Move
  /** @param chance from 0 to 1. */
  next(standing: Standing, chance: number): Move
}

const isOver = (): never => {
  throw new Error('a round of one step goes on')
}

export const GAMES: readonly PlayedGame[] = [
  {
    start: (betAmount) => ({
      path: 'coinflip',
      body: { choice: 'heads', betAmount },
    }),
    next: isOver,
  },
  {
    start: (betAmount) => ({ path: 'slot', body: { betAmount } }),
    next: isOver,
  },
  {
    start: (betAmount) => ({
      path: 'blackjack',
      body: { action: 'deal', betAmount },
    }),
    next: ({ step, legalActions }, chance) => ({
      path: 'blackjack',
      body: { action: pickOf(legalActions, chance), step },
    }),
  },
  {
    start: (betAmount) => ({ path: 'hilo/start', body: { betAmount } }),
    next({ step, legalActions }, chance) {
      const action = pickOf(legalActions, chance)
      const choice = chance < 0.2 ? 'higher' : 'lower'
      const body = action === 'play' ? { choice, step } : { step }
      return { path: `hilo/${action}`, body }
    },
  },
]

/** @param chance from 0 to 1. */
export function pickOf<T>(choices: readonly T[], chance: number): T {
  const index = Math.min(
    Math.floor(chance * choices.length),
    choices.length - 1,
  )
  const choice = choices[index]
  if (choice === undefined) throw new Error('there is nothing to choose from')
  return choice
}
