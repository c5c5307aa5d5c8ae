import { indexerSchema } from '#core/chain/indexer-schema.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import type { DepositConfig } from './deposit-config.ts'
import type { Asset, DepositChain } from './features/deposits/deposit-chain.ts'
import { depositJob } from './features/deposits/deposit-job.ts'
import { DepositSettler } from './features/deposits/deposit-settler.ts'
import { DepositWatcher } from './features/deposits/deposit-watcher.ts'
import { DepositsService } from './features/deposits/deposits.service.ts'
import { DepositsStore } from './features/deposits/deposits.store.ts'
import { HintsStore } from './features/deposits/hints.store.ts'
import { PaymentChecker } from './features/deposits/payment-check.ts'
import type { LedgerService } from './features/ledger/ledger.service.ts'
import { registrationJob } from './features/wallet/registrar.ts'
import { WalletService } from './features/wallet/wallet.service.ts'
import { WalletStore } from './features/wallet/wallet.store.ts'
import { walletKeyBox } from './features/wallet/wallet-keys.ts'
import { type Chain, openChain } from './platform/chain/chain.ts'
import { instanceIdOf } from './platform/chain/chain-instance.ts'
import {
  type OperatorAccount,
  operatorAccount,
} from './platform/chain/operator-account.ts'
import { OutboxStore } from './platform/chain/outbox.store.ts'
import { OutboxSender } from './platform/chain/outbox-sender.ts'
import { Lease } from './platform/db/lease.ts'
import type { Job } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import type { SealedBox } from './platform/secrets/sealed-box.ts'
import type { PushToPlayer } from './platform/ws/player-pushes.ts'

type Deps = {
  config: DepositConfig | undefined
  box: SealedBox
  ledger: LedgerService
  push: PushToPlayer
  onBalance(userId: string, balance: number): void
}

type ChainParts = {
  chain: Chain
  site: DepositChain
  account: OperatorAccount | undefined
}

/** Wallets and deposits; without a configured chain only what was before. */
export async function openDepositServices(platform: Platform, deps: Deps) {
  const { clock, db, entropy } = platform
  const { box, config } = deps
  const parts = config && (await openParts(platform, config))
  const site = parts?.site
  const store = new DepositsStore(db)
  const deposits = new DepositsService({
    ...deps,
    db,
    clock,
    store,
    chain: site,
  })
  const walletDb = new WalletStore(db)
  const wallet = new WalletService({
    db,
    clock,
    deposits,
    chain: site,
    store: walletDb,
    keys: walletKeyBox(box, entropy),
  })
  const { jobs, leases } = parts
    ? chainJobs(platform, parts, { ...deps, store, deposits, wallet, walletDb })
    : { jobs: [], leases: [] }
  return {
    wallet,
    jobs,
    /** Lets another process lead; call it when the jobs have ended. */
    async close() {
      for (const lease of leases) await lease.release()
    },
  }
}

async function openParts(
  { db, log }: Platform,
  config: DepositConfig,
): Promise<ChainParts> {
  const { rpcUrl, deploymentFile, operatorKey } = config
  const deployment = readDeployment(deploymentFile)
  const chain = await openChain({ rpcUrl, deployment }, log)
  const account = operatorKey && operatorAccount(operatorKey, chain)
  const site = {
    instanceId: await instanceIdOf(db, deployment),
    chainId: deployment.chainId,
    registry: deployment.registry,
    indexerSchema: indexerSchema(deployment),
    assets: assetsOf(deployment, config.terms),
    operator: account?.address,
    check: chain.check,
  }
  return { chain, site, account }
}

function assetsOf(
  { tokens }: Deployment,
  terms: DepositConfig['terms'],
): Asset[] {
  return ASSET_SYMBOLS.map((symbol) => ({
    symbol,
    ...terms[symbol],
    ...(symbol !== 'tBNB' && { token: tokens[symbol] }),
  }))
}

type JobDeps = Deps & {
  store: DepositsStore
  deposits: DepositsService
  wallet: WalletService
  walletDb: WalletStore
}

function chainJobs(
  { clock, db, log }: Platform,
  { chain, site, account }: ChainParts,
  { store, deposits, wallet, walletDb, push }: JobDeps,
): { jobs: Job[]; leases: Lease[] } {
  const { chainId, instanceId } = site
  const watching = new Lease('deposits', { db, log })
  const checker = new PaymentChecker(chain)
  const watcher = new DepositWatcher({
    chain,
    checker,
    site,
    store,
    deposits,
    settler: new DepositSettler({ chain, checker, site, deposits, log }),
    hints: new HintsStore(db, site),
    ownersOf: (wallets) => wallet.ownersOf(wallets),
  })
  const depositing = depositJob({ chainId, watcher, lease: watching })
  if (!account) {
    log.warn('without OPERATOR_PRIVATE_KEY no wallet can be registered')
    return { jobs: [depositing], leases: [watching] }
  }
  const operating = new Lease('operator', { db, log })
  const outbox = new OutboxStore(db, instanceId)
  const sender = new OutboxSender({ store: outbox, chain, account, log })
  const registering = registrationJob({
    db,
    clock,
    log,
    push,
    outbox,
    sender,
    store: walletDb,
    chain: site,
    lease: operating,
  })
  return { jobs: [depositing, registering], leases: [watching, operating] }
}
