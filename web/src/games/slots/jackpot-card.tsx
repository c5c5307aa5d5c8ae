import { queryOptions, useQuery } from '@tanstack/react-query'
import { readHouseBalance } from '#core/api/stats.ts'
import { TICKETS, winningTickets } from '#core/games/slots/slots.ts'
import type { Coins } from '#core/money/coins.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { formatCoins } from '../../lib/format.ts'

/** Reads the progressive jackpot. */
export function jackpotQuery() {
  return queryOptions({
    queryKey: [readHouseBalance.path],
    queryFn: () => call(readHouseBalance),
    refetchInterval: 5_000,
  })
}

/** Lines return 95 %: above this pot, a ticket for every coin returns the rest. */
const EDGE_FROM = 50_000

type JackpotCardProps = {
  /** The bet whose chance is shown. */
  betAmount: Coins | undefined
}

/** The progressive jackpot with its condition and its chance. */
export function JackpotCard({ betAmount }: JackpotCardProps) {
  const { data, isError } = useQuery(jackpotQuery())
  const hasEdge = data && betAmount && isForPlayer(data.jackpot, betAmount)
  return (
    <section
      aria-label="Progressive jackpot"
      className="jackpot-card grid items-center gap-x-4 rounded-toy border-3 border-outline bg-sun px-4 pt-1.5 pb-2 text-[0.875rem] leading-[1.3] text-on-toy @max-[30rem]:px-2.5 @max-[30rem]:py-1 @max-[30rem]:text-[0.75rem]"
    >
      <h2 className="text-[length:var(--text-lead)] @max-[30rem]:text-[1rem]">
        Jackpot
      </h2>
      <div className="grid justify-items-end whitespace-nowrap text-[length:var(--text-title)] leading-[1.3] @max-[30rem]:text-[length:var(--text-lead)]">
        {data && <CoinAmount amount={data.jackpot} />}
        {!data && isError && <span>unavailable right now</span>}
        {!(data || isError) && <Skeleton className="h-7 w-28" />}
      </div>
      <p>Fill all slots with Bitcoin symbols</p>
      <p className="whitespace-nowrap text-end">{chanceText(betAmount)}</p>
      {hasEdge && (
        <p className="col-span-full font-bold">
          Above {formatCoins(EDGE_FROM)} the edge is yours, not the house’s.
        </p>
      )}
    </section>
  )
}

/** True if the pot exceeds the house's edge; large bets lack tickets for their last coins. */
function isForPlayer(pot: Coins, betAmount: Coins): boolean {
  return winningTickets(betAmount) * pot > EDGE_FROM * betAmount
}

function chanceText(betAmount: Coins | undefined): string {
  if (betAmount === undefined) return '–'
  return `1 in ${formatCoins(Math.round(TICKETS / winningTickets(betAmount)))}`
}
