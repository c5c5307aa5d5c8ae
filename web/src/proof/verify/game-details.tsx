import type { ReactNode } from 'react'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { formatTime } from '../../lib/format.ts'

export interface ShownDetails {
  record: { gameType: string; timestamp: string; betAmount?: number }
  outcome: string
}

export function GameDetails({ details }: { details: ShownDetails }) {
  const { record, outcome } = details
  const { betAmount } = record
  return (
    <section className="grid gap-2">
      <h3 className="text-lead">Game Details</h3>
      <dl className="grid gap-1">
        <Detail name="Game Type">{record.gameType}</Detail>
        <Detail name="Timestamp">
          <time dateTime={record.timestamp}>
            {formatTime(record.timestamp)}
          </time>
        </Detail>
        {betAmount !== undefined && (
          <Detail name="Bet Amount">
            <CoinAmount amount={betAmount} className="text-sun-text" />
          </Detail>
        )}
        <Detail name="Outcome">{outcome}</Detail>
      </dl>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="text-end font-bold">{children}</dd>
    </div>
  )
}
