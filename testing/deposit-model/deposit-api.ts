import type { Address, Hash } from 'viem'
import { inject, vi } from 'vitest'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { Refusal } from '#core/refusals.ts'
import { delayFinality, startFaultyNode } from '#testing/chain/faulty-node.ts'
import type { StartedChain } from '#testing/chain/started-chain.ts'
import { testIndexer } from '#testing/chain/test-indexer.ts'
import { runOn, type TestDatabase } from '#testing/database/test-database.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { type Config, parseConfig } from '../../api/src/config.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.service.ts'
import { createModules } from '../../api/src/modules.ts'
import { auditDeposits } from '../../api/src/payments/deposits/operator/deposit-audit.service.ts'
import { createSweepService } from '../../api/src/payments/sweep/sweep.service.ts'
import { planSweep } from '../../api/src/payments/sweep/sweep-plan.service.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { readInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { type Logger, makeLogger } from '../../api/src/platform/logger.ts'
import { createPlatform, type Module } from '../../api/src/platform/platform.ts'
import { fuseDatabase, type Moment } from './fused-database.ts'

/** Job that sends transactions of the operator account. */
const REGISTRATION = 'registration'

type Options = {
  started: StartedChain
  env: NodeJS.ProcessEnv
  finalAfter: number
  database: TestDatabase
}

export type DepositApi = Awaited<ReturnType<typeof openDepositApi>>

/**
 * Opens the deposit jobs of the API, run by hand, over two nodes that may fail, a
 * database that may break off, and an unsteady indexer. After a crash it restarts
 * like another process.
 */
export async function openDepositApi(options: Options) {
  const { chain, config, deposits, fuse, indexer, nodes, pool } =
    await openSurroundings(options)
  const db = openDatabase(pool)
  const sweeps = createSweepService(
    db,
    await readInstanceId(db, chain.deployment),
  )
  const { broken, listen } = brokenInvariants()
  // Includes failed rechecks, which are logged as warnings.
  const log = makeLogger('warn', { write: listen })
  let running = await openProcess(config, log)
  let isAwake = false
  const jobNames = () =>
    running.jobNames().filter((name) => isAwake || name !== REGISTRATION)

  async function runUntilCrash(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => listen(String(error)))
    if (!fuse.isBlown()) return
    await running.end()
    fuse.mend()
    // Skips the seconds in which no other process can take the lease.
    await pool.query("UPDATE leases SET expires_at = '-infinity'")
    running = await openProcess(config, log)
  }

  return {
    terms: deposits.terms,
    nodes,
    indexer,
    /** Runs every job once, in order. */
    async work(): Promise<void> {
      for (const name of jobNames())
        await runUntilCrash(() => running.run(name))
    },
    /** Runs all jobs at the same time. */
    workAtOnce: () =>
      runUntilCrash(async () => {
        const done = await Promise.allSettled(jobNames().map(running.run))
        for (const one of done) {
          if (one.status === 'rejected') listen(String(one.reason))
        }
      }),
    /** Starts the registration of wallets and their gas. */
    wakeOperator() {
      isAwake = true
    },
    /** Requests a sweep of the wallets, if the chain answers. */
    orderSweep: (wallets: readonly Address[]) =>
      runUntilCrash(async () => {
        const { terms, treasury } = deposits
        if (!treasury) throw new Error('There is no treasury')
        const minimums = new Map(
          ASSET_SYMBOLS.map((symbol) => [symbol, terms[symbol].minimumWei]),
        )
        const plan = { wallets, treasury, minimums }
        const { moves } = await planSweep(chain, plan)
        if (moves.length === 0) return
        const sweep = { treasury, requestedBy: 'the model' }
        await db.transaction((tx) => sweeps.request(tx, sweep, moves))
      }),
    isSweeping: async () => (await sweeps.current()) !== undefined,
    /** Reduces a player's balance to the starting coins. */
    spend: (userId: string) => runUntilCrash(() => running.spend(userId)),
    /** Kills the process at a statement of the next work. */
    crashAt(statement: number, moment: Moment) {
      fuse.arm(statement, moment)
    },
    recheck: (userId: string, hash: Hash) =>
      runUntilCrash(() => running.recheck(userId, hash)),
    /** Advances the clock of the jobs, which stands still otherwise. */
    passTime: (ms: number) => void vi.advanceTimersByTime(ms),
    /** Sums coins credited to a player and not reversed. */
    async credited(userId: string): Promise<number> {
      const { rows } = await pool.query<{ coins: string }>(
        `SELECT coalesce(sum(coins), 0) AS coins FROM crypto_deposits
         WHERE user_id = $1 AND status = 'confirmed'`,
        [userId],
      )
      return Number(rows[0]?.coins)
    },
    /** Names claims of the audits that don't hold. */
    async violations(): Promise<string[]> {
      const findings = [
        ...(await auditLedger(db)),
        ...(await auditDeposits(db, chain)),
      ]
      return findings
        .filter(({ violations }) => violations > 0)
        .map(({ name }) => name)
    },
    /** Lists pending deposits. */
    async waiting(): Promise<string[]> {
      const { rows } = await pool.query<{ row: string }>(
        `SELECT concat_ws(' ', crypto_type, amount, tx_hash, cause) AS row
         FROM crypto_deposits WHERE status = 'pending'`,
      )
      return rows.map(({ row }) => row)
    },
    /** Lists transactions whose credit was reversed. */
    async reversed(): Promise<string[]> {
      const { rows } = await pool.query<{ tx_hash: string }>(
        `SELECT tx_hash FROM crypto_deposits
         WHERE status = 'reversed' AND tx_hash IS NOT NULL`,
      )
      return rows.map((row) => row.tx_hash)
    },
    /** Lists failed assertions. */
    broken: () => [...broken],
    async close() {
      await running.end()
      fuse.close()
      for (const node of nodes) node.close()
      await options.database.close()
      const name = new URL(options.database.url).pathname.slice(1)
      const drop = `DROP DATABASE ${name} WITH (FORCE)`
      await runOn(inject('databaseUrl'), drop)
    },
  }
}

async function openSurroundings(options: Options) {
  const { started, env, finalAfter, database } = options
  const profile = delayFinality(finalAfter)
  const rpcUrl = started.env.RPC_URL
  const nodes = [
    await startFaultyNode(rpcUrl, profile),
    await startFaultyNode(rpcUrl, profile),
  ] as const
  const { pool, url } = database
  const fuse = await fuseDatabase(url)
  const indexer = testIndexer(pool, started)
  await indexer.open()
  await indexer.catchUp()
  const config = parseConfig({
    DATABASE_URL: fuse.url,
    ...TEST_SECRETS,
    ...env,
    RPC_URL: nodes.map(({ url }) => url).join(),
  })
  const { deposits } = config
  if (!deposits) throw new Error('The environment configures a chain')
  const chain = await openChain(
    { rpcUrls: deposits.rpcUrls, deployment: started.deployment },
    { log: makeLogger('silent') },
  )
  return { chain, config, deposits, fuse, indexer, nodes, pool }
}

/** Opens a process with the jobs of deposits. */
async function openProcess(config: Config, log: Logger) {
  const getEntropy = seededStreams('model')
  const platform = await createPlatform({ ...config, log, getEntropy })
  const { deposits, ledger, engine, sweep, wallet } = await createModules(
    platform,
    config,
  )
  const working: Module[] = [deposits, wallet, sweep]
  const jobs = working.flatMap(({ jobs = [] }) => jobs)
  const { signal } = new AbortController()
  return {
    jobNames: () => jobs.map(({ name }) => name),
    run: async (name: string) =>
      jobs.find((job) => job.name === name)?.run(signal),
    recheck: async (userId: string, hash: Hash) => {
      await deposits.recheck?.recheck(userId, hash).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    },
    spend: (userId: string) => ledger.service.reset(userId),
    async end() {
      await engine.drain()
      for (const { release } of working) await release?.()
      await platform.close()
    },
  }
}

/** Collects failed assertions from the log: only outside faults may fail. */
function brokenInvariants() {
  const broken = new Set<string>()
  const listen = (text: string) => {
    const [failure] =
      /Invariant broken: [^"]+|TypeError: [^"]+/.exec(text) ?? []
    if (failure) broken.add(failure)
  }
  return { broken, listen }
}
