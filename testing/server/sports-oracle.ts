import type pg from 'pg'

/** A bet with the game's end, and all that it moved after its stake. */
export type SettledSportsBet = {
  id: string
  team: string
  market: string
  point: number | null
  odds: number
  stake: number
  status: string
  payout: number | null
  closedFor: string | null
  isHome: boolean
  end: string
  homeScore: number
  awayScore: number
  moved: number
  transactionCount: number
}

export async function readSportsBets(
  pool: pg.Pool,
): Promise<SettledSportsBet[]> {
  const { rows } = await pool.query<SettledSportsBet>(
    `SELECT b.id, b.team_name AS team, b.market, b.point, b.odds,
       b.bet_amount::int AS stake, b.status, b.payout::int, b.closed_for AS "closedFor",
       b.team_name = g.home_team AS "isHome", g.status AS "end",
       g.home_score AS "homeScore", g.away_score AS "awayScore",
       coalesce(t.moved, 0)::int AS moved, coalesce(t.transaction_count, 0)::int AS "transactionCount"
     FROM sports_bets AS b JOIN sports_games AS g ON g.id = b.game_id
     LEFT JOIN (
       SELECT metadata->>'betId' AS bet_id, sum(amount) AS moved, count(*) AS transaction_count
       FROM transactions GROUP BY bet_id
     ) AS t ON t.bet_id = b.id::text`,
  )
  return rows
}

/** Payout of a bet on a finished game, without any code of the product. */
export function getOwed(bet: SettledSportsBet): number {
  if (bet.end !== 'final' || bet.closedFor) return bet.stake
  const lead = getLead(bet)
  if (lead <= 0) return lead < 0 ? 0 : bet.stake
  const { odds, stake } = bet
  const gain = odds > 0 ? (stake * odds) / 100 : (stake * 100) / -odds
  return stake + Math.floor(gain + 1e-9)
}

function getLead({ homeScore, awayScore, ...bet }: SettledSportsBet): number {
  const point = bet.point ?? 0
  if (bet.market === 'totals') {
    const above = homeScore + awayScore - point
    return bet.team === 'Over' ? above : -above
  }
  const margin = homeScore - awayScore
  return (bet.isHome ? margin : -margin) + point
}
