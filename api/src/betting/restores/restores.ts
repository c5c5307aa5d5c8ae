import { lowerCase } from '#core/chain/chains.ts'
import { nextAnchorNumber } from '../../ledger/anchors/anchorer.ts'
import type { AnchorsService } from '../../ledger/anchors/anchors.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { ChainAccess } from '../../platform/chain/chain-access.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import { highWaterMark } from './high-water-mark.ts'
import {
  type AnchorContract,
  createRestoresService,
} from './restores.service.ts'

const FILE_EVERY_MS = 1_000
const CHAIN_EVERY_MS = 60_000

type Dependencies = {
  anchors: { service: Pick<AnchorsService, 'list'> }
  chain: ChainAccess | undefined
  fairness: Pick<FairnessModule, 'service'>
  ledger: Pick<LedgerModule, 'service'>
  pauses: Pick<PausesModule, 'service'>
  /** When unset, only anchors reveal a restore. */
  highWaterFile: string | undefined
}

/** Detects restored databases before any bet, so that seeds are never reused. */
export async function createRestores(platform: Platform, needs: Dependencies) {
  const { db, log, metrics } = platform
  const { anchors, chain, fairness, ledger, pauses } = needs
  const restored = metrics.gauge(
    'database_restored',
    '1 while the database is older than published results, and bets are refused',
  )
  const service = createRestoresService({
    db,
    file: needs.highWaterFile ? highWaterMark(needs.highWaterFile) : undefined,
    contract: chain && findContract(chain),
    anchors: anchors.service,
    fairness: fairness.service,
    ledger: ledger.service,
    pauses: pauses.service,
    log,
  })
  if (pauses.service.isRestored) log.error('database.restored')
  await service.checkFile()
  await service.checkChain().catch((error: unknown) => {
    log.warn({ error }, 'restore_check.failed')
  })
  const fileJob: Job = {
    name: 'high_water',
    everyMs: FILE_EVERY_MS,
    async run() {
      await service.checkFile()
      restored.set(Number(pauses.service.isRestored))
    },
  }
  const chainJob: Job = {
    name: 'chain_mark',
    everyMs: CHAIN_EVERY_MS,
    run: service.checkChain,
  }
  return {
    service,
    jobs: chain ? [fileJob, chainJob] : [fileJob],
    // Records postings since the last run.
    release: service.checkFile,
  }
}

/** Returns undefined for deployments without the anchor contract. */
function findContract({
  chain,
  instanceId,
}: ChainAccess): AnchorContract | undefined {
  const address = chain.deployment.fairnessAnchor
  if (!address) return undefined
  return {
    instanceId,
    contract: lowerCase(address),
    nextNumber: () => nextAnchorNumber(chain, address),
  }
}
