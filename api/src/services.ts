import { BSC_TESTNET, type TestChainId } from '#core/chain/test-chains.ts'
import { openBrowserWalletServices } from './browser-wallet-services.ts'
import { openChainParts } from './chain-parts.ts'
import type { Config } from './config.ts'
import { openDepositServices } from './deposit-services.ts'
import { AuthService } from './features/auth/auth.service.ts'
import { AuthStore } from './features/auth/auth.store.ts'
import { loginLimits } from './features/auth/login-limits.ts'
import { sessionStore } from './features/auth/session-middleware.ts'
import { openSessions } from './features/auth/sessions.ts'
import { SiweService } from './features/auth/siwe.service.ts'
import { SiweStore } from './features/auth/siwe.store.ts'
import { epochProofs } from './features/fairness/epoch-proofs.ts'
import { FairnessService } from './features/fairness/fairness.service.ts'
import { FairnessStore } from './features/fairness/fairness.store.ts'
import { streamKeyBox } from './features/fairness/stream-keys.ts'
import { openBalancePushes } from './features/ledger/balance-pushes.ts'
import { housekeepingJob } from './features/ledger/housekeeping-job.ts'
import { LedgerService } from './features/ledger/ledger.service.ts'
import { LedgerStore } from './features/ledger/ledger.store.ts'
import { openBankroll } from './features/rounds/bankroll.ts'
import { bankrollJob } from './features/rounds/bankroll-job.ts'
import { openBetEngine } from './features/rounds/bet-engine.ts'
import { idleRoundsJob } from './features/rounds/idle-rounds-job.ts'
import { OpenRoundsStore } from './features/rounds/open-rounds.store.ts'
import { RoundsService } from './features/rounds/rounds.service.ts'
import { RoundsStore } from './features/rounds/rounds.store.ts'
import { openSeats } from './features/rounds/seats.ts'
import { StatsService } from './features/stats/stats.service.ts'
import { superviseJobs } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { type SealedBox, sealedBox } from './platform/secrets/sealed-box.ts'
import { openPlayerPushes } from './platform/ws/player-pushes.ts'
import { SocketHub } from './platform/ws/socket-hub.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** Everything behind the routes; jobs run beside them once they are started. */
export async function openServices(platform: Platform, config: Config) {
  const { clock, db, events, hashes, log, metrics, pool } = platform
  const store = sessionStore(pool)
  const secret = config.sessionSecret
  const sessions = openSessions({ store, secret, events })
  const { trustProxyHops } = config
  const hub = new SocketHub({ identify: sessions.resolve, trustProxyHops })
  sessions.onDropped((digest) => hub.closeSession(digest))

  const onBalance = openBalancePushes({ events, hub, clock })
  const ledgerDb = new LedgerStore(db)
  const ledger = new LedgerService({ db, store: ledgerDb, clock, onBalance })
  const box = sealedBox(config.masterKeys, platform.entropy)
  const fairness = openFairness(platform, box)

  const bankroll = openBankroll()
  bankroll.follow(await ledger.totals())
  const roundsDb = new RoundsStore(db, platform.lanePool)
  const nowMs = () => performance.now()
  const openRounds = new OpenRoundsStore(db)
  const seats = openSeats({ hashes, fairness, store: openRounds, nowMs })
  const engine = openBetEngine(await ledger.claimLanes(config.lanes), {
    hashes,
    seats,
    bankroll,
    ledger,
    store: roundsDb,
    nowMs,
    log,
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

  const refill = config.houseRefill
  const jobs = [
    bankrollJob({ ledger, bankroll, refill, log, metrics }),
    idleRoundsJob({ engine, store: openRounds, clock, log }),
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
    ledger,
    rounds: new RoundsService({
      engine,
      seats,
      store: roundsDb,
      openRounds,
      fairness,
      hashes,
    }),
    stats: new StatsService(ledger, nowMs),
    wallet,
    recheck,
    ...openBrowserWalletServices(log, { config: onChain, parts, wallet }),
    /** For a process that serves: tools open the services without them. */
    startJobs() {
      running = superviseJobs(jobs, { log, metrics })
    },
    /** Answers the bets that are under way and ends the jobs. */
    async close() {
      await engine.close()
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
  const auth = new AuthService({ db, store, limits, ledger, fairness })
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

function openFairness(platform: Platform, box: SealedBox): FairnessService {
  const { clock, db, entropy, hashes } = platform
  return new FairnessService({
    db,
    store: new FairnessStore(db),
    hashes,
    keys: streamKeyBox(box, entropy),
    proofs: epochProofs(hashes),
    entropy,
    clock,
  })
}
