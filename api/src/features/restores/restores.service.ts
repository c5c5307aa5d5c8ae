import { RESTORE, RESTORE_NOTICE } from '#core/fairness/restore.ts'
import type { Restore } from '#core/schemas/fairness.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { HighWaterFile } from './high-water-file.ts'
import type { LostAnchors, RestoresStore } from './restores.store.ts'

/** The contract that anchors go to. */
export type AnchorContract = Omit<LostAnchors, 'nextNumber'> & {
  /** Asks the chain. */
  nextNumber(): Promise<number>
}

/** The contract's first anchor. */
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
 * Notices a database that was restored to an older state: it repeats server
 * seeds that players have seen. Each move that shows anything has a posting, so
 * postings and anchors that it lacks are known outside of it. From then on no
 * bet is taken until an operator has settled it, whatever is posted meanwhile.
 */
export class RestoresService {
  readonly #deps: RestoresDeps
  #last: Restore | undefined

  constructor(deps: RestoresDeps) {
    this.#deps = deps
  }

  /** The last restore that was settled, as this process last read it. */
  get last(): Restore | undefined {
    return this.#last
  }

  /** Compares the database with the file's mark, and raises that. */
  async checkFile(): Promise<void> {
    const { fairness, file, ledger, pauses } = this.#deps
    const wasRestored = pauses.isRestored
    const { id, restore } = await fairness.lineage()
    this.#last = restore
    if (!file || wasRestored) return
    // First the mark: another process may raise it while the database is read.
    const mark = await file.markOf(id)
    const last = await ledger.lastPosting()
    if (last < mark) await this.#pause({ lastPosting: last, mark })
    else if (last > mark) await file.raise(id, last)
  }

  /** Compares the database with what is anchored on the chain. */
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
    // A new database has nothing to repeat.
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
    log.error(what, 'database_restored')
  }

  #note(lost: LostAnchors): Promise<void> {
    const { db, store } = this.#deps
    return db.transaction((tx) => store.noteLost(tx, lost))
  }
}
