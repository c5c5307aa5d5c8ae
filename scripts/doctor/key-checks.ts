import { sql } from 'drizzle-orm'
import {
  type StreamKeyRow,
  streamKeyBox,
} from '../../api/src/betting/fairness/stream-keys.ts'
import type { Config } from '../../api/src/config.ts'
import { createReceipts } from '../../api/src/ledger/receipts/receipts.ts'
import { walletKeyBox } from '../../api/src/payments/wallets/wallet-keys.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy as entropy } from '../../api/src/platform/entropy.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { type Finding, finding, skip, warn } from './finding.ts'

/** Random secrets have more: fewer look typed by hand. */
const DISTINCT_CHARACTERS_MIN = 12
const DISTINCT_BYTES_MIN = 16
type Wallet = Parameters<ReturnType<typeof walletKeyBox>['open']>[0]

const KEYS = 'set MASTER_KEYS to all versions that sealed this database'
const FRESH = 'generate it by openssl rand -hex 32'

/** Checks that the master keys open what the database has sealed. */
export async function keyChecks(
  db: Database,
  { masterKeys, sessionSecret }: Pick<Config, 'masterKeys' | 'sessionSecret'>,
  log: Logger,
): Promise<Finding[]> {
  const box = sealedBox(masterKeys, entropy)
  return [
    await finding('stream keys', KEYS, async () => {
      const { rows } = await db.execute<StreamKeyRow>(
        sql`SELECT DISTINCT ON (substr(sealed_key, 1, 2)) user_id AS "userId",
          from_epoch AS "fromEpoch", sealed_key AS "sealedKey"
        FROM stream_keys`,
      )
      for (const row of rows) streamKeyBox(box, entropy).open(row)
      return allOpen(rows)
    }),
    await finding('wallet keys', KEYS, async () => {
      const { rows } = await db.execute<Wallet>(
        sql`SELECT DISTINCT ON (key_version) key_version AS "keyVersion",
          user_id AS "userId", address, encryption_iv AS "encryptionIv",
          encrypted_private_key AS "encryptedPrivateKey",
          wrapped_data_key AS "wrappedDataKey"
        FROM wallet_keys`,
      )
      for (const row of rows) walletKeyBox(box, entropy).open(row)
      return allOpen(rows)
    }),
    await finding('receipt key', KEYS, async () => {
      const { rows } = await db.execute(sql`SELECT FROM receipt_keys LIMIT 1`)
      if (rows.length === 0) return allOpen(rows)
      const createSecrets = () => ({ box, entropy })
      const deps = { betDb: db, db, hashes: nativeHashes, log, createSecrets }
      await createReceipts(deps)
      return 'opens, and matches its public key'
    }),
    await finding('secret strength', FRESH, () => {
      const weak = [...masterKeys]
        .filter(([, key]) => new Set(key).size < DISTINCT_BYTES_MIN)
        .map(([version]) => `MASTER_KEYS version ${version}`)
      const isTyped = new Set(sessionSecret).size < DISTINCT_CHARACTERS_MIN
      if (isTyped) weak.push('SESSION_SECRET')
      return weak.length > 0
        ? warn(`too regular for a random secret: ${weak.join(', ')}`, FRESH)
        : 'SESSION_SECRET and MASTER_KEYS look random'
    }),
  ]
}

function allOpen({ length }: readonly unknown[]) {
  return length > 0
    ? `opens, of each of ${length} versions`
    : skip('there is none yet')
}
