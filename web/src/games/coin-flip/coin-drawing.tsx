import type { Round } from '#core/fairness/round.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { Coin } from '../shared/coin/coin.tsx'
import './coin-drawing.css'

/** A finished flip, still: the coin as it fell, and what had been called. */
export function CoinDrawing({ round }: { round: Round }) {
  const { result } = coinFlip.outcome.parse(round.outcome)
  const { choice } = coinFlip.bet.parse(round.bet)
  return (
    <figure className="coin-drawing">
      <div className="coin-drawing-floor">
        <Coin isFlipping={false} shown={result} />
      </div>
      <figcaption>
        Called {choice}, fell {result}
      </figcaption>
    </figure>
  )
}
