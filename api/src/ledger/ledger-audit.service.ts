import { sql } from 'drizzle-orm'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Json } from '#core/games/game.ts'
import { games } from '#core/games/registry.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { type Database, inSnapshot, onlyRow } from '../platform/db/database.ts'
import { SEGMENT } from './history/transactions.store.ts'

/** A claim about the ledger, and the number of rows that violate it. */
export type Finding = { name: string; violations: number }

/** A finding that describes the first of these rows. */
export type NamedFinding = Finding & { rows: string[] }

export const NAMED_MAX = 5

/** Counts differences between figures and append-only rows, in one snapshot. */
export function auditLedger(db: Database): Promise<NamedFinding[]> {
  return inSnapshot(db, checkClaims)
}

/** Like {@link auditLedger}, inside the caller's transaction. */
export async function checkClaims(db: Database): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const [name, query] of Object.entries(CLAIMS)) {
    const { rows } = await db.execute<{
      violations: string
      named: Record<string, Json>[] | null
    }>(
      sql.raw(`WITH wrong AS MATERIALIZED (${query})
        SELECT (SELECT count(*) FROM wrong) AS violations, (
          SELECT json_agg(named)
          FROM (SELECT * FROM wrong LIMIT ${NAMED_MAX}) AS named
        ) AS named`),
    )
    const { named, violations } = onlyRow(rows)
    findings.push({
      name,
      violations: Number(violations),
      rows: (named ?? []).map(describe).filter((text) => text !== ''),
    })
  }
  return findings
}

/** Describes a row by its columns, such as "player 0189…, transaction 7". */
function describe(row: Record<string, Json>): string {
  return Object.entries(row)
    .map(([column, value]) => `${column} ${value ?? 'none'}`)
    .join(', ')
}

/** Joins the share of a stake that each game adds to the jackpot, in hundredths. */
const POT_SHARES = `jsonb_to_recordset('${JSON.stringify(
  games.flatMap(({ gameType, rulesVersion, jackpot }) =>
    jackpot ? [{ gameType, rulesVersion, share: jackpot.shareHundredths }] : [],
  ),
).replaceAll(
  "'",
  "''",
)}') AS feed ("gameType" text, "rulesVersion" int, share int)
  ON game_type = "gameType" AND rules_version = "rulesVersion"`

export const CLAIMS = {
  'all accounts sum to zero': `
    SELECT WHERE 0 IS DISTINCT FROM
      (SELECT coalesce(sum(balance), 0) FROM users)
      + (SELECT sum(house_balance + jackpot + grant_balance + chain_balance) FROM global_stats)`,

  'every posting sums to zero': `
    SELECT id AS posting FROM batches WHERE players + house + jackpot + grants + chain <> 0`,

  'the player side of a posting is the sum of its transactions': `
    SELECT id AS posting, players AS recorded, moved FROM batches LEFT JOIN (
      SELECT batch_id, sum(amount) AS moved FROM transactions GROUP BY batch_id
    ) AS t ON t.batch_id = batches.id
    WHERE players <> coalesce(moved, 0)`,

  'house accounts are the sums of their postings': `
    SELECT coalesce(partition, global_stats.id) AS partition FROM (
      SELECT partition, sum(house) AS house, sum(jackpot) AS jackpot,
        sum(grants) AS grants, sum(chain) AS chain
      FROM batches GROUP BY partition
    ) AS posted FULL JOIN global_stats ON global_stats.id = posted.partition
    WHERE coalesce(house, 0) IS DISTINCT FROM house_balance
      OR coalesce(posted.jackpot, 0) IS DISTINCT FROM global_stats.jackpot
      OR coalesce(grants, 0) IS DISTINCT FROM grant_balance
      OR coalesce(chain, 0) IS DISTINCT FROM chain_balance`,

  "every balance is the sum of its player's transactions": `
    SELECT users.id AS player, balance, total AS moved FROM users LEFT JOIN (
      SELECT user_id, sum(amount) AS total, count(*) AS transaction_count, max(seq) AS last
      FROM transactions GROUP BY user_id
    ) AS t ON t.user_id = users.id
    WHERE balance <> coalesce(total, 0)
      OR seq <> coalesce(transaction_count, 0) OR seq <> coalesce(last, 0)`,

  // Sums backward from the last transaction until both match, because the
  // day began by the clock of the process.
  'daily stakes and payouts are the sums of the last transactions': `
    SELECT users.id AS player FROM users
    WHERE (staked_today, paid_today) <> (0, 0) AND NOT EXISTS (
      SELECT 1 FROM (
        SELECT -coalesce(sum(amount) FILTER (WHERE type IN ('bet', 'raise')) OVER back, 0) AS staked,
          coalesce(sum(amount) FILTER (WHERE type IN ('win', 'refund') OR metadata ? 'betId' AND type = 'reversal') OVER back, 0) AS paid
        FROM transactions WHERE user_id = users.id
        WINDOW back AS (ORDER BY seq DESC)
      ) AS day WHERE staked = staked_today AND paid = paid_today)`,

  'every balanceAfter follows from the previous one': `
    SELECT user_id AS player, seq AS transaction, id FROM (
      SELECT user_id, seq, id, amount, balance_after,
        lag(balance_after, 1, 0::bigint) OVER (PARTITION BY user_id ORDER BY seq) AS before
      FROM transactions
    ) AS t WHERE before + amount <> balance_after`,

  'every transaction has a player and a posting': `
    SELECT t.user_id AS player, t.seq AS transaction, t.id FROM transactions AS t
    LEFT JOIN users ON users.id = t.user_id LEFT JOIN batches ON batches.id = t.batch_id
    WHERE users.id IS NULL OR batches.id IS NULL`,

  // Each seed lineage begins at its own nonce: a restore skips nonces.
  'nonces of a player count up without gaps': `
    WITH starts AS (
      SELECT array_agg(first_epoch * ${EPOCH_SIZE}::int8 ORDER BY first_epoch) AS nonces
      FROM seed_lineages
    )
    SELECT users.id AS player FROM users JOIN (
      SELECT user_id, max(from_epoch) * ${EPOCH_SIZE}::int8 AS first FROM stream_keys GROUP BY user_id
    ) AS key ON key.user_id = users.id LEFT JOIN (
      SELECT user_id, max(last) AS last, bool_and(played = nonces AND played = last + 1 - first) AS is_even
      FROM (
        SELECT user_id, (SELECT nonces FROM starts)[lineage] AS first,
          count(*) AS played, count(DISTINCT nonce) AS nonces, max(nonce) AS last
        FROM (
          SELECT user_id, nonce, width_bucket(nonce, (SELECT nonces FROM starts)) AS lineage
          FROM (
            SELECT user_id, nonce FROM rounds UNION ALL SELECT user_id, nonce FROM open_rounds
          ) AS begun
        ) AS placed GROUP BY user_id, lineage
      ) AS of_lineage GROUP BY user_id
    ) AS r ON r.user_id = users.id
    WHERE nonce <> greatest(coalesce(last + 1, 0), first) OR NOT coalesce(is_even, true)`,

  // Older raises have the type `bet`.
  'every round posted its stakes and payout once': `
    SELECT round.user_id AS player, round.id AS round FROM (
      SELECT id, user_id, seq, stake, payout, coalesce(win_seq, seq + 1) AS win_seq,
        bet->>'betAmount' AS first FROM rounds
      UNION ALL
      SELECT id, user_id, seq, staked, 0, 0, bet->>'betAmount' FROM open_rounds
    ) AS round
    LEFT JOIN transactions AS bet ON bet.user_id = round.user_id AND bet.seq = round.seq
    LEFT JOIN transactions AS win ON win.user_id = round.user_id
      AND win.seq = round.win_seq AND win.type = 'win' AND round.payout > 0
    LEFT JOIN (
      SELECT metadata->>'roundId' AS round_id, user_id, -sum(amount) AS added
      FROM transactions WHERE type IN ('bet', 'raise') AND metadata IS NOT NULL
      GROUP BY round_id, user_id
    ) AS later ON later.round_id = round.id::text AND later.user_id = round.user_id
    WHERE bet.id IS DISTINCT FROM round.id OR bet.type <> 'bet'
      OR -bet.amount <> first::int8
      OR stake <> -bet.amount + coalesce(added, 0)
      OR coalesce(win.amount, 0) <> payout`,

  'every round has the game of its stake and the payout of its outcome': `
    SELECT round.user_id AS player, round.id AS round FROM rounds AS round
    JOIN transactions AS bet ON bet.user_id = round.user_id AND bet.seq = round.seq
    WHERE bet.game_type IS DISTINCT FROM round.game_type
      OR (outcome->>'payout')::int8 IS DISTINCT FROM payout`,

  // Payouts of stakes settled later name the bet in `betId`.
  'every bet and win has a round or stake': `
    SELECT WHERE
      (SELECT count(*) FROM transactions WHERE type = 'bet' AND metadata IS NULL)
        <> (SELECT count(*) FROM rounds) + (SELECT count(*) FROM open_rounds)
          + (SELECT count(*) FROM stakes) + (SELECT count(*) FROM race_bets)
      OR (SELECT count(*) FROM transactions WHERE type = 'win' AND metadata->>'betId' IS NULL)
        <> (SELECT count(*) FROM rounds WHERE payout > 0)
      OR EXISTS (
        SELECT 1 FROM transactions AS t WHERE type IN ('bet', 'raise', 'win') AND metadata IS NOT NULL
          AND metadata->>'betId' IS NULL
          AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = (t.metadata->>'roundId')::uuid)
          AND NOT EXISTS (SELECT 1 FROM open_rounds WHERE id = (t.metadata->>'roundId')::uuid))`,

  'every stake was posted once and paid what it says, and nothing else was': `
    SELECT coalesce(s.user_id, back.user_id) AS player, coalesce(s.id::text, bet_id) AS bet FROM (
      SELECT id, user_id, seq, game_type, stake, paid FROM stakes
      UNION ALL
      SELECT id, user_id, seq, '${RACE_GAME_TYPE}', amount,
        CASE WHEN status <> 'pending' THEN payout END
      FROM race_bets
    ) AS s
    LEFT JOIN transactions AS bet ON bet.user_id = s.user_id AND bet.seq = s.seq
    FULL JOIN (
      SELECT metadata->>'betId' AS bet_id, user_id, game_type, sum(amount) AS moved
      FROM transactions
      WHERE metadata->>'betId' IS NOT NULL OR type = 'refund' OR type = 'reversal' AND game_type IS NOT NULL
      GROUP BY bet_id, user_id, game_type
    ) AS back ON back.bet_id = s.id::text AND back.user_id = s.user_id AND back.game_type = s.game_type
    WHERE s.id IS NULL OR bet.id IS DISTINCT FROM s.id OR bet.type <> 'bet'
      OR bet.amount <> -s.stake OR bet.game_type IS DISTINCT FROM s.game_type
      OR coalesce(moved, 0) <> coalesce(s.paid, 0)
      OR s.paid IS NULL AND moved IS NOT NULL`,

  'sums of a race are those of its bets': `
    SELECT number AS race FROM races LEFT JOIN (
      SELECT race_number, count(*) AS bets, sum(amount) AS staked,
        count(*) FILTER (WHERE index NOT BETWEEN 0 AND (SELECT bets FROM races WHERE number = race_number) - 1) AS outside
      FROM race_bets GROUP BY race_number
    ) AS placed ON placed.race_number = number
    WHERE races.bets <> coalesce(placed.bets, 0)
      OR races.staked <> coalesce(placed.staked, 0) OR coalesce(outside, 0) > 0`,

  'reserved coins cover open rounds, stakes and races': `
    SELECT WHERE (SELECT sum(held) FROM global_stats)
      <> (SELECT coalesce(sum(held), 0) FROM open_rounds)
        + (SELECT coalesce(sum(reserved), 0) FROM stakes WHERE paid IS NULL)
        + (SELECT coalesce(sum(held), 0) FROM races WHERE status NOT IN ('settled', 'void'))`,

  // `paid` exceeds the payout by coins that a correction could not take back.
  'every sports bet has a stake with its payout': `
    SELECT coalesce(b.id, s.id) AS bet FROM sports_bets AS b FULL JOIN (
      SELECT * FROM stakes WHERE game_type = '${SPORTS_GAME_TYPE}'
    ) AS s ON s.id = b.id AND s.user_id = b.user_id
    WHERE b.id IS NULL OR s.id IS NULL OR b.bet_amount <> s.stake
      OR (b.status = 'pending') <> (s.paid IS NULL)
      OR s.paid < b.payout OR (b.status = 'pending') <> (b.payout IS NULL)
      OR b.status = 'void' AND b.payout <> b.bet_amount
      OR b.status = 'lost' AND b.payout <> 0`,

  'the jackpot grew by its share of all stakes': `
    SELECT WHERE (SELECT sum(jackpot * 100 + jackpot_hundredths) FROM global_stats) <> (
      SELECT ${JACKPOT_SEED * 100} + coalesce(sum(stake * share), 0) FROM rounds JOIN ${POT_SHARES}
    ) + (
      SELECT coalesce(sum(${JACKPOT_SEED * 100} - (actions->0->>'pot')::int8 * 100), 0)
      FROM rounds JOIN ${POT_SHARES} WHERE actions IS NOT NULL)`,

  'every confirmed deposit was credited once, and nothing else was': `
    SELECT coalesce(d.id, deposit_id) AS deposit FROM (
      SELECT id::text, user_id,
        absorbed + CASE status WHEN 'confirmed' THEN coins ELSE 0 END AS brought
      FROM crypto_deposits
    ) AS d FULL JOIN (
      SELECT metadata->>'depositId' AS deposit_id, user_id, sum(amount) AS moved
      FROM transactions WHERE type IN ('deposit', 'reversal') AND game_type IS NULL
      GROUP BY deposit_id, user_id
    ) AS t ON t.deposit_id = d.id AND t.user_id = d.user_id
    WHERE d.id IS NULL OR coalesce(moved, 0) <> brought`,

  'the chain account equals all confirmed deposits, negative': `
    SELECT WHERE (SELECT sum(chain_balance) FROM global_stats)
      <> -(SELECT coalesce(sum(coins), 0) FROM crypto_deposits WHERE status = 'confirmed')`,

  'every deposit has the coins of its rate, rounded down, or one more if found by balance': `
    SELECT id AS deposit FROM crypto_deposits WHERE coins > 0
      AND coins - div(amount * coins_per_unit, ${WEI_PER_UNIT})
        NOT BETWEEN 0 AND CASE WHEN tx_hash IS NULL THEN 0 ELSE 1 END`,

  'every weekly prize was paid once, and no other': `
    SELECT coalesce(prize.id, t.id) AS transaction FROM (
      SELECT (winner->>'transactionId')::uuid AS id, (winner->>'userId')::uuid AS user_id,
        (winner->>'coins')::int8 AS coins
      FROM leaderboard_prizes, jsonb_array_elements(winners) AS winner
      WHERE (winner->>'coins')::int8 > 0
    ) AS prize FULL JOIN (
      SELECT id, user_id, amount FROM transactions WHERE type = 'prize'
    ) AS t ON t.id = prize.id AND t.user_id = prize.user_id
    WHERE coins IS DISTINCT FROM amount`,

  // A missing row of sums hides transactions from filters; a wrong one changes figures.
  'history segments are the sums of their transactions': `
    WITH derived AS (
      SELECT user_id, coalesce(type, '') AS type, coalesce(game_type, '') AS game_type,
        last_seq, count(*), sum(amount), min(timestamp), max(timestamp)
      FROM (
        SELECT *, (seq + ${SEGMENT - 1}) / ${SEGMENT} * ${SEGMENT} AS last_seq
        FROM transactions
      ) AS transaction JOIN (
        SELECT user_id, max(last_seq) AS summed FROM history_segments GROUP BY user_id
      ) AS player USING (user_id)
      WHERE last_seq <= summed
      GROUP BY user_id, last_seq, CUBE (type, game_type)
      HAVING game_type IS NOT NULL OR grouping(game_type) = 1
    ), stored AS (
      SELECT user_id, type, game_type, last_seq, count, amount, first_at, last_at
      FROM history_segments
    )
    SELECT user_id AS player, type, game_type AS game, last_seq AS segment FROM (
      (SELECT * FROM derived EXCEPT SELECT * FROM stored)
      UNION ALL (SELECT * FROM stored EXCEPT SELECT * FROM derived)
    ) AS different`,

  'displayed totals match the rows': `
    SELECT FROM (
      SELECT sum(total_users) AS users, sum(total_bets_placed) AS bets,
        sum(total_amount_wagered) AS wagered FROM global_stats
    ) AS shown WHERE users IS DISTINCT FROM (SELECT count(*) FROM users)
      OR bets IS DISTINCT FROM
        (SELECT count(*) FROM rounds) + (SELECT count(*) FROM open_rounds)
          + (SELECT count(*) FROM stakes) + (SELECT count(*) FROM race_bets)
      OR wagered IS DISTINCT FROM (SELECT coalesce(sum(stake), 0) FROM rounds)
        + (SELECT coalesce(sum(staked), 0) FROM open_rounds)
        + (SELECT coalesce(sum(stake), 0) FROM stakes)
        + (SELECT coalesce(sum(amount), 0) FROM race_bets)`,
}
