import type { Transaction } from '#core/api/history.ts'
import { formatCoins, formatGameTime } from '../../../lib/format.ts'
import { BetLink } from './bet-link.tsx'

/** One of the player's own bets, as their lists have it. */
export function OwnBetLink({ bet }: { bet: Transaction }) {
  const { id, gameType, amount, settlement, timestamp } = bet
  return (
    <BetLink
      id={id}
      title={`${gameType} · bet ${formatCoins(-amount)}`}
      settlement={settlement}
      notes={
        <>
          <time dateTime={timestamp} className="text-soft">
            {formatGameTime(timestamp)}
          </time>
          <span className="text-sky-text">See the proof</span>
        </>
      }
    />
  )
}
