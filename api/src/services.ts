import { BSC_TESTNET, type TestChainId } from '#core/chain/test-chains.ts'
import { openBrowserWalletServices } from './browser-wallet-services.ts'
import { openChainParts } from './chain-parts.ts'
import type { Config } from './config.ts'
import { openDepositServices } from './deposit-services.ts'
import { AuthService } from './features/auth/auth.service.ts'
import { AuthStore } from './features/auth/auth.store.ts'
import { loginLimits } from './features/auth/login-limits.ts'
import { Passwords } from './features/auth/passwords.ts'
import { sessionStore } from './features/auth/session-middleware.ts'
import { SessionsStore } from './features/auth/sessions.store.ts'
import { Sessions } from './features/auth/sessions.ts'
import { sessionsJob } from './features/auth/sessions-job.ts'
import { SiweService } from './features/auth/siwe.service.ts'
import { SiweStore } from './features/auth/siwe.store.ts'
import { epochProofs } from './features/fairness/epoch-proofs.ts'
import { FairnessService } from './features/fairness/fairness.service.ts'
import { FairnessStore } from './features/fairness/fairness.store.ts'
import { streamKeyBox } from './features/fairness/stream-keys.ts'
import { openBalancePushes } from './features/ledger/balance-pushes.ts'
import { HistoryService } from './features/ledger/history.service.ts'
import { HistoryStore } from './features/ledger/history.store.ts'
import { historyJob } from './features/ledger/history-job.ts'
import { housekeepingJob } from './features/ledger/housekeeping-job.ts'
import { LedgerService } from './features/ledger/ledger.service.ts'
import { LedgerStore } from './features/ledger/ledger.store.ts'
import { LimitsService } from './features/limits/limits.service.ts'
import { LimitsStore } from './features/limits/limits.store.ts'
import { StatsService } from './features/stats/stats.service.ts'
import type { Database } from './platform/db/database.ts'
import { ownOrigin } from './platform/http/own-origin.ts'
import { superviseJobs } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { type SealedBox, sealedBox } from './platform/secrets/sealed-box.ts'
import { openPlayerPushes } from './platform/ws/player-pushes.ts'
import { type Identify, SocketHub } from './platform/ws/socket-hub.ts'
import { openRoundsServices } from './rounds-services.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** Everything behind the routes; jobs run beside them once they are started. */
export async function openServices(platform: Platform, config: Config) {
  const { betDb, clock, db, events, log, metrics, pool } = platform
  const store = sessionStore(pool)
  const { sessionSecret: secret, trustProxyHops } = config
  const nowMs = () => performance.now()
  const table = new SessionsStore(betDb)
  const sessions = new Sessions({ store, table, secret, events, nowMs })
  const identify: Identify = (cookie) => sessions.resolve(cookie)
  const isOwnOrigin = ownOrigin(config.publicUrl)
  const hub = new SocketHub({ identify, isOwnOrigin, trustProxyHops })
  sessions.onDropped((digest) => hub.closeSession(digest))

  const onBalance = openBalancePushes({ events, hub, clock })
  // What it reads, bets wait for: the house's sums, and answers given before.
  const ledgerDb = new LedgerStore(betDb)
  const ledger = new LedgerService({ db, store: ledgerDb, clock, onBalance })
  const history = new HistoryService(new HistoryStore(db))
  const box = sealedBox(config.masterKeys, platform.entropy)
  const requests = openPlayReads(platform, box, db)
  const { fairness, limits } = requests

  const playing = await openRoundsServices(platform, {
    ledger,
    requests,
    bets: openPlayReads(platform, box, betDb),
    lanes: await ledger.claimLanes(config.lanes),
    houseRefill: config.houseRefill,
    nowMs,
    onBalance,
  })

  const onChain = config.deposits
  const parts = onChain && (await openChainParts(platform, onChain))
  const { depositing, recheck, wallet } = openDepositServices(platform, {
    parts,
    box,
    ledger,
    push: openPlayerPushes({ events, hub }),
    onBalance,
  })
  const chainId = parts?.site.chainId

  const jobs = [
    ...playing.jobs,
    sessionsJob(sessions),
    historyJob(history),
    housekeepingJob(ledger),
    ...depositing.jobs,
  ]
  let running: ReturnType<typeof superviseJobs> | undefined

  return {
    hub,
    store,
    sessions,
    ...openAuth(platform, config, { ledger, fairness, chainId }),
    fairness,
    history,
    ledger,
    limits,
    rounds: playing.rounds,
    stats: new StatsService({ ledger, pauses: playing.pauses, nowMs }),
    wallet,
    recheck,
    ...openBrowserWalletServices(log, { config: onChain, parts, wallet }),
    /** For a process that serves: tools open the services without them. */
    startJobs() {
      running = superviseJobs(jobs, { log, metrics })
    },
    /** Answers the bets that are under way and ends the jobs. */
    async close() {
      await playing.engine.close()
      await running?.close()
      await depositing.close()
    },
  }
}

function openAuth(
  { clock, db, entropy, pool }: Platform,
  { deposits, publicUrl: site, walletConnectProjectId }: Config,
  deps: {
    ledger: LedgerService
    fairness: FairnessService
    /** Of the house; one that has none signs in on the public test chain. */
    chainId: TestChainId | undefined
  },
) {
  const { ledger, fairness, chainId = BSC_TESTNET } = deps
  const limits = loginLimits(pool)
  const store = new AuthStore(db)
  const passwords = new Passwords()
  const playing = { ledger, fairness }
  const auth = new AuthService({ db, store, limits, passwords, ...playing })
  const siwe = new SiweService({
    db,
    store: new SiweStore(db),
    auth,
    limits,
    clock,
    entropy,
    site,
    chainId,
    rpcUrl: deposits?.rpcUrls[0],
    walletConnectProjectId,
  })
  return { auth, siwe }
}

/** What players' play stands on, over one of the pools. */
function openPlayReads(platform: Platform, box: SealedBox, db: Database) {
  const { clock, entropy, hashes } = platform
  const fairness = new FairnessService({
    db,
    store: new FairnessStore(db),
    hashes,
    keys: streamKeyBox(box, entropy),
    proofs: epochProofs(hashes),
    entropy,
    clock,
  })
  const store = new LimitsStore(db)
  const limits = new LimitsService({ db, store, fairness, clock })
  return { db, fairness, limits }
}
