import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'

/** How the coin fell lately, the newest last. It says nothing about the next. */
export function FlipHistory({ flips }: { flips: readonly CoinFlipAnswer[] }) {
  return (
    <ol aria-label="Last flips" className="flip-history">
      {flips.map(({ transactionId, result }) => (
        <li key={transactionId} data-side={result} className="pop-in">
          <span aria-hidden="true">{result === 'heads' ? 'H' : 'T'}</span>
          <span className="sr-only">{result}</span>
        </li>
      ))}
    </ol>
  )
}
