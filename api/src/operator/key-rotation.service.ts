import { assert } from '#core/assert.ts'
import { sealedStreamKeys } from '../betting/fairness/stream-keys.ts'
import { sealedRaceSeeds } from '../betting/races/run/seed-chains.ts'
import { sealedSeasonSeeds } from '../betting/sports/feed/simulated-feed.ts'
import {
  addReceiptKey,
  sealedReceiptKeys,
} from '../ledger/receipts/receipt-keys.ts'
import { sealedDataKeys } from '../payments/wallets/wallet-keys.ts'
import type { Database } from '../platform/db/database.ts'
import type { Secrets } from '../platform/platform.ts'
import {
  countSealed,
  resealColumn,
  type SealedCount,
} from '../platform/secrets/sealed-columns.ts'
import type { Attribution, OperatorLog } from './operator-log.service.ts'

/** Everything sealed under the master keys. */
const SEALED = [
  sealedDataKeys,
  sealedStreamKeys,
  sealedRaceSeeds,
  sealedSeasonSeeds,
  sealedReceiptKeys,
]

/** Rotates keys, while API processes run or are stopped. */
export function createKeyRotation(deps: { db: Database; log: OperatorLog }) {
  const { db, log } = deps

  async function counts(): Promise<SealedCount[]> {
    const found = []
    for (const column of SEALED) found.push(await countSealed(db, column))
    return found.flat()
  }

  return {
    counts,

    /**
     * Seals every secret again under the newest master key. Can be interrupted and
     * repeated.
     */
    async rotateMasterKey(by: Attribution, { box }: Secrets): Promise<void> {
      const before = await counts()
      if (before.every(({ version }) => version === box.version)) return
      const after = { version: box.version }
      const action = 'rotate_master_key'
      const entry = { action, target: 'master keys', before, after }
      await db.transaction((tx) => log.add(tx, by, entry))
      for (const column of SEALED) await resealColumn(db, box, column)
    },

    /** Adds a key that signs receipts within seconds. @returns its public key */
    rotateReceiptKey(by: Attribution, secrets: Secrets): Promise<string> {
      return db.transaction(async (tx) => {
        const publicKey = await addReceiptKey(tx, secrets)
        assert(publicKey !== undefined, 'no other rotation runs')
        const after = { publicKey }
        const entry = {
          action: 'rotate_receipt_key',
          target: 'receipts',
          after,
        }
        await log.add(tx, by, entry)
        return publicKey
      })
    },
  }
}
