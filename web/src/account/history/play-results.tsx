import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import {
  type GameSummary,
  type PlaySummary,
  readPlaySummary,
  type SummaryQuery,
} from '#core/api/history.ts'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Section } from '../../components/section.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCoins, formatGain, formatTime } from '../../lib/format.ts'
import { lazyOptional } from '../../lib/lazy-load.ts'

const CurveChart = lazyOptional(
  async () => (await import('../../components/chart.tsx')).CurveChart,
)

type PlayResultsProps = {
  player: string
  query: SummaryQuery
  className: string
}

/** Profit of a span of time, as a curve and by game. */
export function PlayResults({ player, query, className }: PlayResultsProps) {
  const { data, isError, refetch } = useQuery(summaryQuery(player, query))
  if (!(data || isError)) {
    return <Skeleton className={classNames('h-96', className)} />
  }
  return (
    <Section
      title="Your profit"
      className={classNames(
        'rubber-card grid grid-cols-[minmax(0,1fr)] gap-4 p-5',
        className,
      )}
    >
      {isError && (
        <LoadFailure onRetry={refetch}>
          Your results could not be loaded.
        </LoadFailure>
      )}
      {data?.games.length === 0 && (
        <p className="text-soft">
          No bets yet. Your results will show up here.
        </p>
      )}
      {data && data.games.length > 0 && (
        <>
          <ProfitCurve curve={data.curve} />
          <GameReturns games={data.games} />
        </>
      )}
    </Section>
  )
}

function summaryQuery(player: string, query: SummaryQuery) {
  return queryOptions({
    queryKey: [readPlaySummary.path, player, query],
    queryFn: () => call(readPlaySummary, { query }),
    refetchOnMount: 'always',
  })
}

/** Rows of the table for screen readers. */
const TABLE_ROWS = 12

function ProfitCurve({ curve }: Pick<PlaySummary, 'curve'>) {
  const points = useMemo(() => toPoints(curve), [curve])
  const every = Math.ceil(curve.length / TABLE_ROWS)
  const rows = curve.filter((_, at) => (curve.length - 1 - at) % every === 0)
  return (
    <>
      {/* Same height as the chart, so that nothing moves when it loads. */}
      <div className="min-h-[260px]">
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
            {rows.map(({ at, profit }) => (
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

/** Share of the time axis before the first bet. */
const LEAD_IN = 0.01

/** Starts the curve at 0, right before the first bet. */
function toPoints(curve: PlaySummary['curve']) {
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

function GameReturns({ games }: Pick<PlaySummary, 'games'>) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full whitespace-nowrap text-end tabular-nums [&_:is(th,td)]:py-2 [&_:is(th,td)]:ps-2 [&_:is(th,td)]:align-top [&_th:first-child]:whitespace-normal [&_th:first-child]:ps-0 [&_th:first-child]:text-start">
        <caption className="sr-only">Returns by game</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Staked</th>
            <th scope="col" className="max-sm:hidden">
              Paid out
            </th>
            <th scope="col">Profit</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <Figures key={game.gameType} {...game} />
          ))}
        </tbody>
        {games.length > 1 && (
          <tfoot className="font-bold">
            <Figures {...sumTotals(games)} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Figures({ gameType, bets, stake, payout }: GameSummary) {
  return (
    <tr className="border-raised border-t-2">
      <th scope="row">
        {gameType}
        <span className="block font-normal text-small text-soft">
          {formatCoins(bets)} {bets === 1 ? 'bet' : 'bets'}
        </span>
      </th>
      <td>{formatCoins(stake)}</td>
      <td className="max-sm:hidden">{formatCoins(payout)}</td>
      <td>
        <span>{formatGain(payout - stake)}</span>
        {stake > 0 && (
          <span className="block font-normal text-small text-soft">
            {((payout / stake) * 100).toFixed(1)}% back
          </span>
        )}
      </td>
    </tr>
  )
}

function sumTotals(games: readonly GameSummary[]): GameSummary {
  const sumField = (figure: 'bets' | 'stake' | 'payout') =>
    games.reduce((sum, game) => sum + game[figure], 0)
  return {
    gameType: 'All games',
    bets: sumField('bets'),
    stake: sumField('stake'),
    payout: sumField('payout'),
  }
}
