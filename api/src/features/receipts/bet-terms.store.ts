import { sql } from 'drizzle-orm'
import type { JsonObject } from '#core/games/game.ts'
import type { Database } from '../../platform/db/database.ts'

const isoText = (time: string) =>
  sql.raw(
    `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  )

/** Reads what a bet was placed on, in the members of its record. */
export class BetTermsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Null where the id is of no bet. */
  async of(betId: string): Promise<JsonObject | null> {
    const { rows } = await this.#db.execute<{ terms: JsonObject }>(sql`
      SELECT jsonb_build_object('bet', bet, 'nonce', nonce, 'clientSeed', seed) AS terms
      FROM (
        SELECT id, bet, nonce, client_seed_id FROM rounds
        UNION ALL SELECT id, bet, nonce, client_seed_id FROM open_rounds
      ) AS round JOIN client_seeds ON client_seeds.id = client_seed_id
      WHERE round.id = ${betId}::uuid
      UNION ALL
      SELECT jsonb_build_object('raceId', races.id, 'nonce', races.number, 'index', index,
        'bet', jsonb_build_object('horseId', horse, 'amount', amount))
      FROM race_bets JOIN races ON races.number = race_number
      WHERE race_bets.id = ${betId}::uuid
      UNION ALL
      SELECT jsonb_build_object('gameId', bet.game_id, 'market', market,
        'teamName', team_name, 'point', point, 'odds', odds, 'betAmount', bet_amount,
        'bookmaker', bookmaker, 'acceptedAt', ${isoText('priced_at')}, 'live', is_live,
        'game', jsonb_build_object('home_team', home_team, 'away_team', away_team,
          'commence_time', ${isoText('bet.commence_time')}))
      FROM sports_bets AS bet JOIN sports_games AS game ON game.id = bet.game_id
      WHERE bet.id = ${betId}::uuid`)
    return rows[0]?.terms ?? null
  }
}
