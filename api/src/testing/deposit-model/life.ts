import type { Hash } from 'viem'
import { DomainError } from '#core/errors.ts'
import { openChainParts } from '../../chain-parts.ts'
import type { Config } from '../../config.ts'
import { openDepositServices } from '../../deposit-services.ts'
import { LedgerService } from '../../features/ledger/ledger.service.ts'
import { LedgerStore } from '../../features/ledger/ledger.store.ts'
import { systemClock } from '../../platform/clock.ts'
import { databaseOn, openPool } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { makeMetrics } from '../../platform/metrics.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'
import { seededEntropy } from '../seeded-entropy.ts'

/** What a process does with deposits, from its start to its end or death. */
export async function beginLife(config: Config, log: Logger) {
  const pool = openPool(config.databaseUrl, log)
  const db = databaseOn(pool)
  const platform = {
    db,
    log,
    clock: systemClock,
    entropy: seededEntropy('model'),
    metrics: makeMetrics(),
  }
  const onBalance = () => undefined
  const store = new LedgerStore(db)
  const ledger = new LedgerService({ db, store, clock: systemClock, onBalance })
  const onChain = config.deposits
  const { depositing, recheck } = openDepositServices(platform, {
    parts: onChain && (await openChainParts(platform, onChain)),
    box: sealedBox(config.masterKeys, platform.entropy),
    ledger,
    push: () => undefined,
    onBalance,
  })
  const { jobs } = depositing
  const { signal } = new AbortController()
  return {
    jobNames: () => jobs.map(({ name }) => name),
    run: async (name: string) =>
      jobs.find((job) => job.name === name)?.run(signal),
    recheck: async (userId: string, hash: Hash) => {
      await recheck?.recheck(userId, hash).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
    },
    spend: (userId: string) => ledger.reset(userId),
    async end() {
      await depositing.close()
      await pool.end()
    },
  }
}
