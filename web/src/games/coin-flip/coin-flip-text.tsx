import { PAYOUT_HUNDREDTHS } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { AutobetRules } from '../shared/autobet/autobet-panel.tsx'
import { KeyRules, RuleFacts } from '../shared/game-table.tsx'
import { ResultLine } from '../shared/round-result.tsx'

type CoinFlipResultProps = {
  flip: CoinFlipAnswer | undefined
  isPaused: boolean
}

/** The line under the coin. */
export function CoinFlipResult({ flip, isPaused }: CoinFlipResultProps) {
  if (!flip) {
    return (
      <ResultLine tone="invitation">
        {isPaused ? null : 'Heads or tails?'}
      </ResultLine>
    )
  }
  const { transactionId, result, payout, betAmount } = flip
  return (
    <ResultLine
      key={transactionId}
      tone={payout > betAmount ? 'win' : undefined}
    >
      {result === 'heads' ? 'Heads' : 'Tails'}! {outcomeText(flip)}
    </ResultLine>
  )
}

function outcomeText({ payout, betAmount }: CoinFlipAnswer): string {
  if (payout > betAmount) return paidText(betAmount, payout)
  if (payout > 0) return `You got ${coinsText(payout)} back`
  return `You lost ${coinsText(betAmount)}`
}

const times = (PAYOUT_HUNDREDTHS / 100).toFixed(2)
const returned = `${(PAYOUT_HUNDREDTHS / 2).toFixed(1)} %`

/** Payouts, return and keys of the coin flip. */
export function CoinFlipRules() {
  return (
    <div className="grid gap-2">
      <p>
        Call heads or tails. A correct call pays <strong>{times} ×</strong> your
        bet; a wrong one pays nothing.
      </p>
      <RuleFacts
        facts={[
          ['Chance to win', '50 %'],
          ['Return', returned],
        ]}
      />
      <p>
        If {times} × isn’t a whole number of coins, a second draw of the same
        round rounds it up or down in proportion, so the return is {returned}{' '}
        for any bet.
      </p>
      <AutobetRules />
      <KeyRules>
        <kbd>H</kbd> heads, <kbd>T</kbd> tails, <kbd>←</kbd> <kbd>→</kbd>{' '}
        choose, <kbd>Enter</kbd> flips again. <kbd>H</kbd>, <kbd>T</kbd>,{' '}
        <kbd>Enter</kbd>, <kbd>Space</kbd> and <kbd>Esc</kbd> skip the toss.
      </KeyRules>
    </div>
  )
}
