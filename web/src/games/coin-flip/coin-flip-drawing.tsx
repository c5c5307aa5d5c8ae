import type { Round } from '#core/fairness/round.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { Coin } from '../shared/coin.tsx'

/** A finished flip without motion: the coin and the call. */
export function Drawing({ round }: { round: Round }) {
  const { result } = coinFlip.outcome.parse(round.outcome)
  const { choice } = coinFlip.bet.parse(round.bet)
  return (
    <figure className="grid justify-items-center gap-2">
      <div className="grid h-44 w-full items-end justify-items-center [container-type:size] [&_.coin]:[--size:8.5rem]">
        <Coin isFlipping={false} shown={result} />
      </div>
      <figcaption>
        Called {choice}, landed on {result}
      </figcaption>
    </figure>
  )
}
