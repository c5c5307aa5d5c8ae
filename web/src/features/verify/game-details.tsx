import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { formatTime } from '../../lib/format.ts'

interface GameDetailsProps {
  record: { gameType: string; timestamp: string; betAmount?: number }
  outcome: string
}

export function GameDetails({ record, outcome }: GameDetailsProps) {
  const { betAmount } = record
  return (
    <Card>
      <h2 className="text-title">Game Details</h2>
      <dl className="mt-4 grid gap-3">
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
    </Card>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-soft">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}
