import { useQuery } from '@tanstack/react-query'
import { TICKETS, winningTickets } from '#core/games/slots/slots.ts'
import type { Coins } from '#core/money/coins.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatCoins } from '../../lib/format.ts'
import { jackpotQuery } from './jackpot-query.ts'
import './jackpot-card.css'

/** Lines give back 95 %: with a larger pot, a chance for every coin brings the rest. */
const EDGE_FROM = 50_000

interface JackpotCardProps {
  /** The bet that the chance is told for. */
  betAmount: Coins | undefined
}

/** The progressive jackpot, what it takes, and how likely that is. */
export function JackpotCard({ betAmount }: JackpotCardProps) {
  const { data, isError } = useQuery(jackpotQuery())
  const hasEdge = data && betAmount && isForPlayer(data.jackpot, betAmount)
  return (
    <section aria-label="Progressive jackpot" className="jackpot-card">
      <h2 className="jackpot-title">Jackpot</h2>
      <div className="jackpot-pot">
        {data && <CoinAmount amount={data.jackpot} />}
        {!data &&
          (isError ? (
            <span>not known now</span>
          ) : (
            <Skeleton className="h-7 w-28" />
          ))}
      </div>
      <p>Fill all slots with Bitcoin symbols</p>
      <p className="jackpot-chance">{chanceText(betAmount)}</p>
      {hasEdge && (
        <p className="jackpot-edge">
          Above {formatCoins(EDGE_FROM)} the edge is yours, not the house’s.
        </p>
      )}
    </section>
  )
}

/** A bet can be too large to have a chance for each of its coins. */
function isForPlayer(pot: Coins, betAmount: Coins): boolean {
  return winningTickets(betAmount) * pot > EDGE_FROM * betAmount
}

function chanceText(betAmount: Coins | undefined): string {
  if (betAmount === undefined) return '–'
  return `1 in ${formatCoins(Math.round(TICKETS / winningTickets(betAmount)))}`
}
