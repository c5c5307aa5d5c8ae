import type { CSSProperties } from 'react'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import { horses } from '#core/race/horses.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HorseStill } from '../horse/horse-sprite.tsx'

/** @property bets undefined while nobody knows them. */
export function OwnBets({ bets }: { bets: RaceBetsAnswer | undefined }) {
  return (
    <section aria-labelledby="own-bets" className="rubber-card grid gap-3 p-4">
      <h2 id="own-bets" className="text-lead">
        Your bets on this race
      </h2>
      {!bets && <Skeleton className="h-10 w-full" />}
      {bets?.length === 0 && <p className="text-soft">No bets placed yet.</p>}
      {bets && bets.length > 0 && (
        <ul className="grid gap-2">
          {horses.flatMap(({ id, color, name }) => {
            const bet = bets.find(({ horseId }) => horseId === id)
            return bet
              ? [
                  <li
                    key={id}
                    className="flex items-center gap-3"
                    style={{ '--coat': color } as CSSProperties}
                  >
                    <HorseStill horse={id} className="w-11" />
                    <span className="flex-1 font-display font-semibold">
                      {name}
                    </span>
                    <CoinAmount amount={bet.amount} />
                  </li>,
                ]
              : []
          })}
        </ul>
      )}
    </section>
  )
}
