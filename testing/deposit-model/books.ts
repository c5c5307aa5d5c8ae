import type pg from 'pg'
import { type Hash, parseEther } from 'viem'
import { auditDeposits } from '../../api/src/features/deposits/deposit-audit.service.ts'
import { auditLedger } from '../../api/src/features/ledger/ledger-audit.service.ts'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'

/** What the database says of deposits, read past the product. */
export function booksIn(pool: pg.Pool, chain: Chain) {
  return {
    /** Coins that deposits have brought a player, and did not take back. */
    async credited(userId: string): Promise<number> {
      const { rows } = await pool.query<{ coins: string }>(
        `SELECT coalesce(sum(coins), 0) AS coins FROM crypto_deposits
         WHERE user_id = $1 AND status = 'confirmed'`,
        [userId],
      )
      return Number(rows[0]?.coins)
    },
    /** Claims that do not hold. */
    async violations(): Promise<string[]> {
      const db = databaseOn(pool)
      const findings = await auditLedger(db)
      findings.push(...(await auditDeposits(db, chain)))
      return findings
        .filter(({ violations }) => violations > 0)
        .map(({ name }) => name)
    },
    /** Payments that are left waiting. */
    async waiting(): Promise<string[]> {
      const { rows } = await pool.query<{ row: string }>(
        `SELECT concat_ws(' ', crypto_type, amount, tx_hash, reason) AS row
         FROM crypto_deposits WHERE status = 'pending'`,
      )
      return rows.map(({ row }) => row)
    },
    /** How many payments of some transactions anything is kept of. */
    async kept(hashes: Iterable<Hash>): Promise<number> {
      const { rowCount } = await pool.query(
        'SELECT FROM crypto_deposits WHERE tx_hash = ANY ($1)',
        [[...hashes]],
      )
      return rowCount ?? 0
    },
    /** What has happened at least once. */
    async happened(): Promise<string[]> {
      const { rows } = await pool.query<{ what: string }>(
        `SELECT type AS what FROM transactions
         WHERE type IN ('deposit', 'reversal')
         UNION SELECT 'swept' FROM sweep_moves
         WHERE status = 'final' AND has_succeeded
         UNION SELECT CASE
           WHEN reason LIKE 'Sent by the house%' THEN 'of the house'
           WHEN reason LIKE 'Its token claims%' THEN 'unbacked'
           WHEN status = 'rejected' THEN 'ended'
           WHEN coins > 0 AND tx_hash IS NULL THEN 'unattributed'
           WHEN coins > 0 AND crypto_type <> 'tBNB' AND amount % $1 > 0
             THEN 'cut'
           ELSE status END FROM crypto_deposits`,
        [parseEther('100')],
      )
      return rows.map(({ what }) => what)
    },
  }
}
