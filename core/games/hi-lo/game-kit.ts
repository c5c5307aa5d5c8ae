import * as z from 'zod/mini'
import { percentOf } from '../../returns/game-return.ts'
import { type GameCall, type GameKit, pickOf } from '../game-kit.ts'
import { hiLo, MOST_SKIPS } from './hi-lo.ts'
import { hiLoAction, hiLoOutcome } from './hi-lo-position.ts'
import { guessReturns, hiLoLuck } from './hi-lo-return.ts'

const actionList = z.array(hiLoAction)

/** Correct guesses after which a quick player cashes out. */
const QUICK_STREAK = 2

function call(path: string, body: GameCall['body']): GameCall {
  return { path: `hilo/${path}`, body }
}

export const gameKit: GameKit = {
  game: hiLo,

  calls: {
    start: (betAmount) => call('start', { betAmount }),
    steps: {
      any({ step, legalActions }, chance) {
        const action = pickOf(legalActions, chance)
        const choice = chance < 0.2 ? 'higher' : 'lower'
        return call(action, action === 'play' ? { choice, step } : { step })
      },
      quick: ({ step }) =>
        step < QUICK_STREAK
          ? call('play', { choice: 'higher', step })
          : call('cashout', { step }),
      blind: [
        call('start', { betAmount: 1 }),
        ...Array.from({ length: MOST_SKIPS }, () => call('skip', {})),
        call('play', { choice: 'higher' }),
        call('cashout', {}),
      ],
    },
  },

  returns: {
    name: 'hi_lo',
    exactFigures() {
      const guesses = guessReturns().map(percentOf)
      const unit = '% a guess'
      const [least, most] = [Math.min(...guesses), Math.max(...guesses)]
      return [
        { name: 'least_return', value: least, unit, expected: 99 },
        { name: 'most_return', value: most, unit, expected: 99 },
      ]
    },
    compared: 'luck',
    luckOf: ({ bet, actions, outcome, payout }) =>
      hiLoLuck({
        betAmount: bet.betAmount,
        actions: actionList.parse(actions ?? []),
        cards: hiLoOutcome.parse(outcome).cards,
        payout,
      }),
  },
}
