import { and, eq } from 'drizzle-orm'
import type { Restore } from '#core/api/fairness.ts'
import { RESTORE, RESTORE_NOTICE } from '#core/pauses.ts'
import type { AnchorsService } from '../../ledger/anchors/anchors.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { HighWaterMark } from './high-water-mark.ts'
import { lostAnchors } from './restores.table.ts'

type LostAnchors = typeof lostAnchors.$inferSelect

/** The contract that stores anchors. */
export type AnchorContract = Omit<LostAnchors, 'nextNumber'> & {
  /** Reads the next anchor number from the chain. */
  nextNumber(): Promise<number>
}

/** Number of the contract's first anchor. */
const FIRST_NUMBER = 1

export type RestoresService = ReturnType<typeof createRestoresService>

/**
 * Detects a database restored to an older state, which would reuse server seeds
 * that players have seen. Every move that reveals anything writes a posting, so
 * postings or anchors missing from the database reveal the restore. All bets
 * then stay paused until an operator settles it.
 */
export function createRestoresService(deps: {
  db: Database
  file: HighWaterMark | undefined
  contract: AnchorContract | undefined
  anchors: Pick<AnchorsService, 'list'>
  fairness: Pick<FairnessService, 'lineage'>
  ledger: Pick<LedgerService, 'lastPosting' | 'totals'>
  pauses: Pick<PausesService, 'follow' | 'isRestored' | 'pause'>
  log: Logger
}) {
  const { db, file, contract, anchors, fairness, ledger, pauses, log } = deps
  let lastRestore: Restore | undefined

  async function pause(found: object, lost?: LostAnchors): Promise<void> {
    await db.transaction(async (tx) => {
      await pauses.pause(RESTORE, RESTORE_NOTICE, tx)
      if (lost) await saveLost(tx, lost)
    })
    await pauses.follow()
    log.error(found, 'database.restored')
  }

  return {
    /** The last settled restore, as this process last read it. */
    get last(): Restore | undefined {
      return lastRestore
    },

    /** Compares the database with the mark in the file, then raises the mark. */
    async checkFile(): Promise<void> {
      const wasRestored = pauses.isRestored
      const { id, restore } = await fairness.lineage()
      lastRestore = restore
      if (!file || wasRestored) return
      // Reads the mark before the database, because another process may raise it
      // meanwhile.
      const mark = await file.readMark(id)
      const last = await ledger.lastPosting()
      if (last < mark) await pause({ lastPosting: last, mark })
      else if (last > mark) await file.raise(id, last)
    },

    /** Compares the database with the anchors on the chain. */
    async checkChain(): Promise<void> {
      if (!contract || pauses.isRestored) return
      const nextNumber = await contract.nextNumber()
      const { instanceId } = contract
      const [lost] = await db
        .select()
        .from(lostAnchors)
        .where(
          and(
            eq(lostAnchors.instanceId, instanceId),
            eq(lostAnchors.contract, contract.contract),
          ),
        )
      const [newest] = await anchors.list({ limit: 1 })
      const isOfContract = newest?.contract === contract.contract
      const known = isOfContract ? newest.number + 1 : FIRST_NUMBER
      if (nextNumber <= Math.max(known, lost?.nextNumber ?? FIRST_NUMBER))
        return
      const found = { instanceId, contract: contract.contract, nextNumber }
      // A new database has no published seeds.
      const { totalUsers } = await ledger.totals()
      if (totalUsers === 0) await saveLost(db, found)
      else await pause({ lastAnchor: known - 1, nextNumber }, found)
    },
  }
}

async function saveLost(on: Database, lost: LostAnchors): Promise<void> {
  const { instanceId, contract } = lostAnchors
  await on
    .insert(lostAnchors)
    .values(lost)
    .onConflictDoUpdate({
      target: [instanceId, contract],
      set: { nextNumber: lost.nextNumber },
    })
}
