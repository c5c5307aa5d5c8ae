import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import type { PlaySummary } from '#core/api/history.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatGain, formatTime } from '../../lib/format.ts'
import { lazyOrNothing } from '../../lib/lazy-or-nothing.ts'
import { GameReturns } from './game-returns.tsx'

const CurveChart = lazyOrNothing(
  async () => (await import('../../components/chart.tsx')).CurveChart,
)

interface PlayResultsProps {
  results: UseQueryResult<PlaySummary>
}

/** Rows of the table that tells what the curve shows. */
const TOLD_POINTS = 12

/** What a time of play brought: as a curve, and game by game. */
export function PlayResults({ results }: PlayResultsProps) {
  const { data, isError, refetch } = results
  if (!(data || isError)) return <Skeleton className="history-results h-96" />
  return (
    <section aria-labelledby="results" className="rubber-card history-results">
      <h2 id="results" className="text-lead">
        Your profit
      </h2>
      {isError && (
        <p className="flex flex-wrap items-center justify-between gap-3">
          Your figures could not be loaded.
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data?.games.length === 0 && (
        <p className="text-soft">No bets yet, so nothing won or lost.</p>
      )}
      {data && data.games.length > 0 && (
        <>
          <ProfitCurve curve={data.curve} />
          <GameReturns games={data.games} />
        </>
      )}
    </section>
  )
}

function ProfitCurve({ curve }: Pick<PlaySummary, 'curve'>) {
  const points = useMemo(() => pointsOf(curve), [curve])
  const every = Math.ceil(curve.length / TOLD_POINTS)
  const told = curve.filter((_, at) => (curve.length - 1 - at) % every === 0)
  return (
    <>
      <div className="history-curve">
        <Suspense>
          <CurveChart points={points} />
        </Suspense>
      </div>
      <div className="sr-only">
        <table>
          <caption>Profit over time, in coins</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Profit so far</th>
            </tr>
          </thead>
          <tbody>
            {told.map(({ at, profit }) => (
              <tr key={at}>
                <th scope="row">{formatTime(at)}</th>
                <td>{formatGain(profit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Of the time shown, how much is before the first bet. */
const LEAD_IN = 0.01

/** Every curve starts with nothing, right before its first bet. */
function pointsOf(curve: PlaySummary['curve']) {
  const points = curve.map(({ at, profit: value }) => ({
    atMs: Date.parse(at),
    value,
  }))
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return []
  const leadInMs = Math.max(1, (last.atMs - first.atMs) * LEAD_IN)
  return [{ atMs: first.atMs - leadInMs, value: 0 }, ...points]
}
