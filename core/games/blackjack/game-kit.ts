import * as z from 'zod/mini'
import { OF_THE_STAKE, percentOf } from '../../returns/game-return.ts'
import { type GameCall, type GameKit, pickOf } from '../game-kit.ts'
import { blackjack, blackjackAction } from './blackjack.ts'
import { blackjackLuck } from './blackjack-luck.ts'
import { blackjackReturn } from './blackjack-return.ts'
import { blackjackOutcome } from './blackjack-settlement.ts'

const actionList = z.array(blackjackAction)

function call(body: GameCall['body']): GameCall {
  return { path: 'blackjack', body }
}

export const gameKit: GameKit = {
  game: blackjack,

  calls: {
    start: (betAmount) => call({ action: 'deal', betAmount }),
    steps: {
      any: ({ step, legalActions }, chance) =>
        call({ action: pickOf(legalActions, chance), step }),
      quick: ({ step }) => call({ action: 'stand', step }),
      blind: ['deal', 'hit', 'hit', 'stand'].map((action) =>
        call({ action, betAmount: 1 }),
      ),
    },
  },

  returns: {
    name: 'blackjack',
    exactFigures: () => [
      {
        name: 'return',
        value: percentOf(blackjackReturn()),
        unit: OF_THE_STAKE,
        expected: 99.43,
        within: 0.01,
      },
    ],
    compared: 'luck',
    luckOf: ({ bet, actions, outcome, payout }) =>
      blackjackLuck({
        betAmount: bet.betAmount,
        choices: actionList.parse(actions ?? []).map(({ action }) => action),
        outcome: blackjackOutcome.parse(outcome),
        payout,
      }),
  },
}
