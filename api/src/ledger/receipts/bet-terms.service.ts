import { type SQL, sql } from 'drizzle-orm'
import type { JsonObject } from '#core/games/game.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoText, plainArray } from '../../platform/db/sql-values.ts'

type Terms = { id: string; terms: JsonObject }

/** Returns a bet's terms, named as in its record; null if the id belongs to no bet. */
export async function betTerms(
  db: Database,
  betId: string,
): Promise<JsonObject | null> {
  const ids = plainArray([betId])
  const { rows } = await db.execute<Terms>(sql`
    SELECT round.id, jsonb_build_object('bet', bet, 'nonce', nonce, 'clientSeed', seed) AS terms
    FROM (
      SELECT id, bet, nonce, client_seed_id FROM rounds
      UNION ALL SELECT id, bet, nonce, client_seed_id FROM open_rounds
    ) AS round JOIN client_seeds ON client_seeds.id = client_seed_id
    WHERE round.id = ANY(${ids}::uuid[])
    UNION ALL ${eventBets(ids)}`)
  return rows[0]?.terms ?? null
}

/** Returns the terms of race and sports bets, named as in their records. */
export async function eventBetTerms(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<Terms>(eventBets(plainArray(ids)))
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

function eventBets(ids: string): SQL {
  return sql`
    SELECT bet.id, jsonb_build_object('raceId', races.id, 'nonce', races.number, 'index', index,
      'bet', jsonb_build_object('horseId', horse, 'amount', amount)) AS terms
    FROM race_bets AS bet JOIN races ON races.number = race_number
    WHERE bet.id = ANY(${ids}::uuid[])
    UNION ALL
    SELECT bet.id, jsonb_build_object('gameId', bet.game_id, 'market', market,
      'teamName', team_name, 'point', point, 'odds', odds, 'betAmount', bet_amount,
      'bookmaker', bookmaker, 'acceptedAt', ${isoText('priced_at')}, 'live', is_live,
      'game', jsonb_build_object('home_team', home_team, 'away_team', away_team,
        'commence_time', ${isoText('bet.commence_time')}))
    FROM sports_bets AS bet JOIN sports_games AS game ON game.id = bet.game_id
    WHERE bet.id = ANY(${ids}::uuid[])`
}
