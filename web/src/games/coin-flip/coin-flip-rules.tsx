import { PAYOUT_HUNDREDTHS } from '#core/games/coin-flip/coin-flip.ts'
import { SMALLEST_BET } from '#core/money/bet-limits.ts'
import { coinsText } from '../../lib/format.ts'
import { AutobetRules } from '../shared/autobet/autobet-rules.tsx'

const times = (PAYOUT_HUNDREDTHS / 100).toFixed(2)
const returned = `${(PAYOUT_HUNDREDTHS / 2).toFixed(1)} %`

/** What the flip pays and how it is decided, one tap away. */
export function CoinFlipRules() {
  return (
    <div className="grid gap-2">
      <p>
        Call heads or tails. A right call pays <strong>{times} ×</strong> your
        bet, a wrong one nothing.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt>Chance to win</dt>
        <dd className="font-bold text-text">50 %</dd>
        <dt>Return</dt>
        <dd className="font-bold text-text">{returned}</dd>
        <dt>Smallest bet</dt>
        <dd className="font-bold text-text">{coinsText(SMALLEST_BET)}</dd>
      </dl>
      <p>
        Where {times} × is no whole number of coins, a second draw of the same
        round rounds it up or down, in proportion: the return is {returned} at
        every bet.
      </p>
      <AutobetRules />
      <p>
        Keys: <kbd>H</kbd> heads, <kbd>T</kbd> tails, <kbd>←</kbd> <kbd>→</kbd>{' '}
        choose, <kbd>Enter</kbd> flips again. <kbd>H</kbd>, <kbd>T</kbd>,{' '}
        <kbd>Enter</kbd>, <kbd>Space</kbd> and <kbd>Esc</kbd> skip the toss. The
        menu has a switch that turns them off.
      </p>
    </div>
  )
}
