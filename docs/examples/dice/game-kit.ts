import type { GameKit } from '#core/games/game-kit.ts'
import { percentOf } from '#core/returns/game-return.ts'
import { dice } from './dice.ts'
import { diceLuck, diceReturns } from './dice-return.ts'

export const gameKit: GameKit = {
  game: dice,

  calls: {
    start: (betAmount) => ({ path: 'dice', body: { betAmount, below: 50 } }),
  },

  returns: {
    name: 'dice',
    exactFigures() {
      const returns = diceReturns().map(percentOf)
      const unit = '% of the stake'
      const [least, most] = [Math.min(...returns), Math.max(...returns)]
      return [
        { name: 'least_return', value: least, unit, expected: 99 },
        { name: 'most_return', value: most, unit, expected: 99 },
      ]
    },
    compared: 'return',
    luckOf: ({ bet, payout }) => diceLuck(dice.bet.parse(bet), payout),
  },
}
