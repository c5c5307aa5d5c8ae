import pg from 'pg'
import type { Acknowledged } from './players-at-work.ts'

/** How many acknowledged rounds are not stored exactly as their last answer said. */
export async function brokenPromises(
  databaseUrl: string,
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ broken: string }>(
      `SELECT count(*) AS broken
       FROM unnest($1::uuid[], $2::int8[], $3::int8[]) AS told(id, payout, balance)
       LEFT JOIN rounds ON rounds.id = told.id AND rounds.payout = told.payout
       LEFT JOIN LATERAL (
         SELECT balance_after FROM transactions AS own
         WHERE own.user_id = rounds.user_id AND own.seq >= rounds.seq AND (
           own.seq = rounds.seq + (rounds.win_seq IS NULL AND rounds.payout > 0)::int
           OR own.metadata->>'roundId' = rounds.id::text)
         ORDER BY own.seq DESC LIMIT 1
       ) AS last ON true
       WHERE last.balance_after IS DISTINCT FROM told.balance`,
      [
        acknowledged.map(({ transactionId }) => transactionId),
        acknowledged.map(({ payout }) => payout),
        acknowledged.map(({ balance }) => balance),
      ],
    )
    return Number(rows[0]?.broken) + repeated(acknowledged)
  } finally {
    await client.end()
  }
}

/** Two keys that were answered with the same round. */
function repeated(acknowledged: readonly Acknowledged[]): number {
  const ids = acknowledged.map(({ transactionId }) => transactionId)
  return ids.length - new Set(ids).size
}
