import { RANKS } from '#core/games/cards.ts'
import { AutobetRules } from '../shared/autobet/autobet-rules.tsx'
import { guessLabel } from './guess-labels.ts'
import { gainText } from './hi-lo-gains.ts'

/** The ace is the lowest card here. */
const values = ['A', ...RANKS.filter((value) => value !== 'A')] as const

/** What guesses pay and how they are decided, one tap away. */
export function HiLoRules() {
  return (
    <div className="grid gap-2">
      <table className="w-full text-center">
        <caption className="sr-only">What a right guess multiplies by</caption>
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">Higher</th>
            <th scope="col">Lower</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              {(['higher', 'lower'] as const).map((choice) => {
                const label = guessLabel(choice, { value, suit: 'spades' })
                return (
                  <td key={choice} className="text-text">
                    {`${gainText(choice, value)}${label === 'Same' ? ' same' : ''}`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Guess whether the next card is higher or lower. The ace is the lowest
        card, the king the highest, and every card is drawn from a full, fresh
        deck. The same value counts as right, except on an ace or a king: there
        you can bet on it by itself.
      </p>
      <p>
        A right guess multiplies your bet by <strong>0.99</strong> over its
        chance, so it returns 99 % on average. A wrong guess ends the game and
        loses the bet. Cash out whenever you have won; skipping a card costs
        nothing.
      </p>
      <p>
        A payout is whole coins. Where it has a fraction, that is your chance of
        one coin more: another draw of the same round decides it.
      </p>
      <AutobetRules />
      <p>
        Keys: <kbd>↑</kbd> or <kbd>H</kbd> higher, <kbd>↓</kbd> or <kbd>L</kbd>{' '}
        lower, <kbd>S</kbd> skips a card, <kbd>C</kbd> cashes out,{' '}
        <kbd>Enter</kbd> or <kbd>Space</kbd> starts. Those two and{' '}
        <kbd>Esc</kbd> turn the card at once. The menu has a switch that turns
        them off.
      </p>
    </div>
  )
}
