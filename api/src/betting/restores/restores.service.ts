import type { Restore } from '#core/api/fairness.ts'
import { RESTORE, RESTORE_NOTICE } from '#core/pauses.ts'
import type { AnchorsService } from '../../ledger/anchors/anchors.service.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { HighWaterFile } from './high-water-file.ts'
import type { LostAnchors, RestoresStore } from './restores.store.ts'

/** The contract that stores anchors. */
export type AnchorContract = Omit<LostAnchors, 'nextNumber'> & {
  /** Reads the next anchor number from the chain. */
  nextNumber(): Promise<number>
}

/** Number of the contract's first anchor. */
const FIRST_NUMBER = 1

type RestoresDeps = {
  db: Database
  store: RestoresStore
  file: HighWaterFile | undefined
  contract: AnchorContract | undefined
  anchors: Pick<AnchorsService, 'list'>
  fairness: Pick<FairnessService, 'lineage'>
  ledger: Pick<LedgerService, 'lastPosting' | 'totals'>
  pauses: Pick<PausesService, 'follow' | 'isRestored' | 'pause'>
  log: Logger
}

/**
 * Detects a database restored to an older state, which would reuse server seeds
 * that players have seen. Every move that reveals anything writes a posting, so
 * postings or anchors missing from the database reveal the restore. All bets
 * then stay paused until an operator settles it.
 */
export class RestoresService {
  readonly #deps: RestoresDeps
  #last: Restore | undefined

  constructor(deps: RestoresDeps) {
    this.#deps = deps
  }

  /** Returns the last settled restore, as this process last read it. */
  get last(): Restore | undefined {
    return this.#last
  }

  /** Compares the database with the mark in the file, then raises the mark. */
  async checkFile(): Promise<void> {
    const { fairness, file, ledger, pauses } = this.#deps
    const wasRestored = pauses.isRestored
    const { id, restore } = await fairness.lineage()
    this.#last = restore
    if (!file || wasRestored) return
    // Reads the mark before the database, because another process may raise it
    // meanwhile.
    const mark = await file.markOf(id)
    const last = await ledger.lastPosting()
    if (last < mark) await this.#pause({ lastPosting: last, mark })
    else if (last > mark) await file.raise(id, last)
  }

  /** Compares the database with the anchors on the chain. */
  async checkChain(): Promise<void> {
    const { anchors, contract, ledger, pauses, store } = this.#deps
    if (!contract || pauses.isRestored) return
    const nextNumber = await contract.nextNumber()
    const lost = await store.findLost(contract)
    const [newest] = await anchors.list({ limit: 1 })
    const isOfContract = newest?.contract === contract.contract
    const known = isOfContract ? newest.number + 1 : FIRST_NUMBER
    if (nextNumber <= Math.max(known, lost?.nextNumber ?? FIRST_NUMBER)) return
    const { instanceId } = contract
    const found = { instanceId, contract: contract.contract, nextNumber }
    // A new database has no published seeds.
    const { totalUsers } = await ledger.totals()
    if (totalUsers === 0) await this.#note(found)
    else await this.#pause({ lastAnchor: known - 1, nextNumber }, found)
  }

  async #pause(what: object, lost?: LostAnchors): Promise<void> {
    const { db, log, pauses, store } = this.#deps
    await db.transaction(async (tx) => {
      await pauses.pause(RESTORE, RESTORE_NOTICE, tx)
      if (lost) await store.noteLost(tx, lost)
    })
    await pauses.follow()
    log.error(what, 'database.restored')
  }

  #note(lost: LostAnchors): Promise<void> {
    const { db, store } = this.#deps
    return db.transaction((tx) => store.noteLost(tx, lost))
  }
}
