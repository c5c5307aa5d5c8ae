import type { Transaction } from '#core/api/history.ts'
import { classNames } from '../../../lib/class-names.ts'
import { type BetResult, betResult } from './bet-result.ts'

const colours: Record<BetResult, string> = {
  open: 'text-sky-text',
  won: 'text-lime-text',
  lost: 'text-bubblegum-text',
  even: 'text-soft',
}

const words: Record<BetResult, string> = {
  open: '',
  won: 'Won',
  lost: 'Lost',
  even: 'Even',
}

/** What a bet brought its player, by sign and colour, and in a word for who hears it. */
export function BetGain({ bet }: { bet: Pick<Transaction, 'settlement'> }) {
  const result = betResult(bet)
  if (!result) return null
  const word = words[result.is]
  return (
    <span
      className={classNames(
        'whitespace-nowrap font-display font-semibold tabular-nums',
        colours[result.is],
      )}
    >
      {word && <span className="sr-only">{word} </span>}
      <span>{result.text}</span>
    </span>
  )
}
