import type pg from 'pg'
import { expect } from 'vitest'

/** What must always hold, each as a query for what breaks it. */
const BREAKS = {
  'all accounts sum to zero': `
    SELECT sum FROM (
      SELECT (SELECT coalesce(sum(balance), 0) FROM users)
        + (SELECT sum(house_balance + jackpot + grant_balance + chain_balance)
           FROM global_stats) AS sum
    ) AS accounts WHERE sum <> 0`,
  "a player's balance is that behind their last transaction": `
    SELECT users.id, balance, balance_after FROM users LEFT JOIN transactions
      ON user_id = users.id AND transactions.seq = users.seq
    WHERE balance IS DISTINCT FROM balance_after`,
  'transactions follow one another without gaps': `
    SELECT * FROM (
      SELECT user_id, seq, amount, balance_after,
        lag(seq, 1, 0::int8) OVER own AS seq_before,
        lag(balance_after, 1, 0::int8) OVER own AS balance_before
      FROM transactions WINDOW own AS (PARTITION BY user_id ORDER BY seq)
    ) AS movements
    WHERE seq <> seq_before + 1 OR balance_after <> balance_before + amount`,
  "a batch's players gained what its transactions say": `
    SELECT batches.id, players, sum(amount) FROM batches
      LEFT JOIN transactions ON batch_id = batches.id
    GROUP BY batches.id HAVING players <> coalesce(sum(amount), 0)`,
  'batches sum to zero': `
    SELECT id FROM batches
    WHERE players + house + jackpot + grants + chain <> 0`,
  "each lane's accounts follow from its batches": `
    SELECT global_stats.id FROM global_stats
      LEFT JOIN batches ON lane = global_stats.id
    GROUP BY global_stats.id
    HAVING house_balance <> coalesce(sum(batches.house), 0)
      OR global_stats.jackpot <> coalesce(sum(batches.jackpot), 0)
      OR grant_balance <> coalesce(sum(batches.grants), 0)
      OR chain_balance <> coalesce(sum(batches.chain), 0)`,
  'the totals count players, rounds and stakes': `
    SELECT * FROM (
      SELECT sum(total_users) AS users, sum(total_bets_placed) AS bets,
        sum(total_amount_wagered) AS wagered FROM global_stats
    ) AS totals
    WHERE users <> (SELECT count(*) FROM users)
      OR bets <> (SELECT count(*) FROM rounds)
      OR wagered <> (SELECT coalesce(sum(stake), 0) FROM rounds)`,
  'a round has the bet and the win that it says': `
    SELECT rounds.id FROM rounds
      LEFT JOIN transactions bet ON bet.user_id = rounds.user_id
        AND bet.seq = rounds.seq AND bet.id = rounds.id
        AND bet.type = 'bet' AND bet.amount = -stake
      LEFT JOIN transactions win ON win.user_id = rounds.user_id
        AND win.seq = rounds.seq + 1 AND win.type = 'win' AND win.amount = payout
    WHERE bet.id IS NULL OR (payout > 0) <> (win.id IS NOT NULL)`,
  'nonces are used once each, in order': `
    SELECT users.id, users.nonce FROM users LEFT JOIN rounds ON user_id = users.id
    GROUP BY users.id
    HAVING users.nonce <> count(DISTINCT rounds.nonce)
      OR users.nonce <> coalesce(max(rounds.nonce) + 1, 0)`,
}

/** Proves the books from what is written, at the moment that `db` sees. */
export async function expectSoundLedger(
  db: Pick<pg.PoolClient, 'query'>,
): Promise<void> {
  for (const [claim, sql] of Object.entries(BREAKS)) {
    const { rows } = await db.query(sql)
    expect(rows, claim).toEqual([])
  }
}
