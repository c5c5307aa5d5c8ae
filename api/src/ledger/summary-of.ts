import type { CurvePoint, GameSummary, PlaySummary } from '#core/api/history.ts'
import type { PlayedBucket } from './play-summary.store.ts'

/** Adds up what each moment brought, oldest first: by game, and from moment to moment. */
export function summaryOf(buckets: readonly PlayedBucket[]): PlaySummary {
  return { games: gamesOf(buckets), curve: curveOf(buckets) }
}

function gamesOf(buckets: readonly PlayedBucket[]): GameSummary[] {
  const games = new Map<string, GameSummary>()
  for (const { gameType, bets, stake, profit } of buckets) {
    const sum = games.get(gameType)
    games.set(gameType, {
      gameType,
      bets: (sum?.bets ?? 0) + bets,
      stake: (sum?.stake ?? 0) + stake,
      payout: (sum?.payout ?? 0) + stake + profit,
    })
  }
  return [...games.values()].toSorted((a, b) =>
    a.gameType < b.gameType ? -1 : 1,
  )
}

/** One point a moment, be it of one game or of several. */
function curveOf(buckets: readonly PlayedBucket[]): CurvePoint[] {
  const points = new Map<number, CurvePoint>()
  let profit = 0
  for (const { bucket, atMs, ...played } of buckets) {
    profit += played.profit
    points.set(bucket, { at: new Date(atMs).toISOString(), profit })
  }
  return [...points.values()]
}
