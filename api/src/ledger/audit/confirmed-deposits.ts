import { sql } from 'drizzle-orm'
import type { ConfirmedDeposit } from '#core/api/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/sql-values.ts'

const LISTED = 100
/** Sorts after every id, so the first page begins with the newest. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Lists confirmed deposits, newest first.
 *
 * @param before id of the previous page's last deposit.
 */
export async function confirmedDeposits(
  db: Database,
  before = LAST_ID,
): Promise<ConfirmedDeposit[]> {
  const { rows } = await db.execute<{ deposit: ConfirmedDeposit }>(sql`
    SELECT json_build_object('id', deposit.id, 'chainId', chain_id,
      'genesisHash', genesis_hash, 'registry', registry, 'wallet', wallet, 'asset', crypto_type,
      'transaction', tx_hash, 'fromBlock', from_block, 'block', block_number,
      'amount', amount::text, 'coinsPerUnit', coins_per_unit, 'coins', coins,
      'confirmedAt', ${isoText('confirmed_at')}) AS deposit
    FROM crypto_deposits AS deposit
    JOIN chain_instances ON chain_instances.id = instance_id
    WHERE status = 'confirmed' AND deposit.id < ${before}::uuid
    ORDER BY deposit.id DESC LIMIT ${LISTED}`)
  return rows.map(({ deposit }) => deposit)
}
