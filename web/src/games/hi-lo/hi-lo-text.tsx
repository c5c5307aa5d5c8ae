import { type Card, type CardValue, RANKS } from '#core/games/cards.ts'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { type Guess, getGain } from '#core/games/hi-lo/hi-lo-guess.ts'
import { twoDecimals } from '#core/money/fair-rounding.ts'
import { cardName } from '../../components/playing-card.tsx'
import { AutobetRules } from '../shared/autobet/autobet-panel.tsx'
import { KeyRules } from '../shared/game-table.tsx'
import { ResultLine } from '../shared/round-result.tsx'
import type { HiLoTable } from './use-hi-lo.ts'

/** The line under the cards. */
export function HiLoResult({ round, cashedOut, isFound }: HiLoTable) {
  if (cashedOut) {
    const { transactionId, message, betAmount, payout = 0 } = cashedOut
    return (
      <ResultLine
        key={transactionId}
        tone={payout > betAmount ? 'win' : undefined}
      >
        {message}
      </ResultLine>
    )
  }
  if (!round) return <ResultLine tone="invitation">Higher or lower?</ResultLine>
  const { gameActive, currentCard, message, actions, step } = round
  const isRight = gameActive && actions.at(-1)?.action === 'play' && !isFound
  return (
    <ResultLine key={step} tone={isRight ? 'win' : undefined}>
      <span className="sr-only">{cardName(currentCard)}. </span>
      {gameActive ? openText(round, isFound) : message}
    </ResultLine>
  )
}

function openText({ actions, consecutiveWins }: HiLoAnswer, isFound: boolean) {
  if (isFound) return 'Your round is still open. Pick up where you left off.'
  const isRight = actions.at(-1)?.action === 'play'
  return isRight ? `Right! ${consecutiveWins} in a row` : 'Higher or lower?'
}

/** Names a guess. No card is lower than an ace or higher than a king. */
export function guessLabel(choice: Guess, { value }: Pick<Card, 'value'>) {
  if (value === 'A' && choice === 'lower') return 'Same'
  if (value === 'K' && choice === 'higher') return 'Same'
  return choice === 'higher' ? 'Higher' : 'Lower'
}

/** States in full which cards make a guess right. */
export function guessText(choice: Guess, { value }: Card): string {
  if (value === 'A') return choice === 'higher' ? 'higher' : 'another ace'
  if (value === 'K') return choice === 'lower' ? 'lower' : 'another king'
  return `${choice} or the same`
}

/** States the multiple of a right guess on a card: ×1.43. */
function gainText(choice: Guess, value: CardValue): string {
  const gain = twoDecimals(getGain(choice, { value, suit: 'spades' }))
  return `×${gain.toFixed(2)}`
}

/** From the likeliest guess to the boldest. */
export const gainRange = `${gainText('higher', 'A')} to ${gainText('lower', 'A')}`

/** The ace is the lowest card here. */
const values = ['A', ...RANKS.filter((value) => value !== 'A')] as const

/** Payouts of guesses, and the keys. */
export function HiLoRules() {
  return (
    <div className="grid gap-2">
      <table className="w-full text-center">
        <caption className="sr-only">Multiplier for a correct guess</caption>
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
              {(['higher', 'lower'] as const).map((choice) => (
                <td key={choice} className="text-text">
                  {`${gainText(choice, value)}${guessLabel(choice, { value }) === 'Same' ? ' same' : ''}`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Guess whether the next card is higher or lower. Aces are low, kings are
        high, and every card is drawn from a full, fresh deck. The same value
        counts as a correct guess, except on an ace or a king, where “same” is a
        bet of its own.
      </p>
      <p>
        A correct guess multiplies your bet by <strong>0.99</strong> divided by
        its chance, so it returns 99 % on average. A wrong guess ends the game
        and loses the bet. Cash out any time after a win; skipping a card is
        free.
      </p>
      <p>
        Payouts are whole coins. Any fraction is your chance of one extra coin,
        decided by another draw of the same round.
      </p>
      <AutobetRules />
      <KeyRules>
        <kbd>↑</kbd> or <kbd>H</kbd> higher, <kbd>↓</kbd> or <kbd>L</kbd> lower,{' '}
        <kbd>S</kbd> skips a card, <kbd>C</kbd> cashes out, <kbd>Enter</kbd> or{' '}
        <kbd>Space</kbd> starts. Those two and <kbd>Esc</kbd> reveal the card
        right away.
      </KeyRules>
    </div>
  )
}
