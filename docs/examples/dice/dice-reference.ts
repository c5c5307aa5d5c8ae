import type { GameReference } from '#core/games/game-reference.ts'
import { dice } from './dice.ts'
import { diceAnswer } from './dice-answer.ts'

export const diceReference: GameReference = {
  game: dice,
  answer: diceAnswer,
  requests: {
    dice: { summary: 'Roll the die', example: { below: 50, betAmount: 10 } },
  },
}
