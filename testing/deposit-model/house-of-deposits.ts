import pg from 'pg'
import type { Address, Hash } from 'viem'
import { vi } from 'vitest'
import { finalizedAfter, startFaultyNode } from '#testing/chain/faulty-node.ts'
import type { StartedChain } from '#testing/chain/started-chain.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { configOf } from '../../api/src/config.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { booksIn } from './books.ts'
import { fuseDatabase, type Moment } from './fused-database.ts'
import { beginLifecycle } from './lifecycle.ts'
import { sweepOrders } from './sweep-orders.ts'
import { UnsteadyIndexer } from './unsteady-indexer.ts'

/** The job that sends what the operator account has to. */
const REGISTRATION = 'registration'

type Options = {
  started: StartedChain
  env: NodeJS.ProcessEnv
  finalAfter: number
  databaseUrl: string
  drop(): Promise<void>
}

export type House = Awaited<ReturnType<typeof openHouse>>

/**
 * All of the product that has to do with deposits, its jobs run by hand: over
 * two nodes that may fail, a database that may break off, and an unsteady
 * indexer. After a crash it starts anew, as another process would.
 */
export async function openHouse(options: Options) {
  const { chain, config, deposits, fuse, indexer, nodes, pool } =
    await openSurroundings(options)
  const books = booksIn(pool, chain)
  const orders = sweepOrders(pool, chain, deposits)
  const { broken, listen } = brokenPromises()
  // A recheck that fails is no more than a warning.
  const log = makeLogger('warn', { write: listen })
  let lifecycle = await beginLifecycle(config, log)
  let deaths = 0
  let isAwake = false
  const jobNames = () =>
    lifecycle.jobNames().filter((name) => isAwake || name !== REGISTRATION)

  async function survive(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => listen(String(error)))
    if (!fuse.isBlown()) return
    deaths += 1
    await lifecycle.end()
    fuse.mend()
    // As after the seconds for which nobody can take the lease over.
    await pool.query("UPDATE leases SET expires_at = '-infinity'")
    lifecycle = await beginLifecycle(config, log)
  }

  return {
    terms: deposits.terms,
    nodes,
    indexer,
    /** Runs every job once, in its order. */
    async work(): Promise<void> {
      for (const name of jobNames()) await survive(() => lifecycle.run(name))
    },
    /** Runs all jobs at the same time. */
    workAtOnce: () =>
      survive(async () => {
        const done = await Promise.allSettled(jobNames().map(lifecycle.run))
        for (const one of done) {
          if (one.status === 'rejected') listen(String(one.reason))
        }
      }),
    /** Until then nobody registers wallets or brings them gas. */
    wakeOperator() {
      isAwake = true
    },
    /**
     * The operator asks for wallets to be emptied, if the chain can be asked.
     */
    orderSweep: (wallets: readonly Address[]) =>
      survive(() => orders.order(wallets)),
    isSweeping: orders.isUnderWay,
    /** Leaves a player no more than everybody starts with. */
    spend: (userId: string) => survive(() => lifecycle.spend(userId)),
    /** Dies at a statement of the work that comes next. */
    dieAt(statement: number, moment: Moment) {
      fuse.arm(statement, moment)
    },
    recheck: (userId: string, hash: Hash) =>
      survive(() => lifecycle.recheck(userId, hash)),
    /** Nothing moves the clocks of the jobs but this. */
    passTime: (ms: number) => void vi.advanceTimersByTime(ms),
    books,
    /** Our own invariants that did not hold. */
    broken: () => [...broken],
    deaths: () => deaths,
    async close() {
      await lifecycle.end()
      fuse.close()
      for (const node of nodes) node.close()
      await pool.end()
      await options.drop()
    },
  }
}

async function openSurroundings(options: Options) {
  const { started, env, finalAfter, databaseUrl } = options
  const nature = finalizedAfter(finalAfter)
  const rpcUrl = started.env.RPC_URL
  const nodes = [
    await startFaultyNode(rpcUrl, nature),
    await startFaultyNode(rpcUrl, nature),
  ] as const
  const fuse = await fuseDatabase(databaseUrl)
  const pool = onlookers(databaseUrl)
  const indexer = new UnsteadyIndexer(pool, started.client, started.deployment)
  await indexer.open()
  await indexer.catchUp()
  const config = configOf({
    DATABASE_URL: fuse.url,
    ...TEST_SECRETS,
    ...env,
    RPC_URL: nodes.map(({ url }) => url).join(),
  })
  const { deposits } = config
  if (!deposits) throw new Error('The environment tells of a chain')
  const chain = await openChain(
    { rpcUrls: deposits.rpcUrls, deployment: started.deployment },
    { log: makeLogger('silent') },
  )
  return { chain, config, deposits, fuse, indexer, nodes, pool }
}

/** Connections past the product. */
function onlookers(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // They may be ended under it when the database is dropped.
  pool.on('error', () => undefined)
  return pool
}

/** What fails is tried again; what we broke ourselves is not to be. */
function brokenPromises() {
  const broken = new Set<string>()
  const listen = (text: string) => {
    const [told] = /Invariant broken: [^"]+|TypeError: [^"]+/.exec(text) ?? []
    if (told) broken.add(told)
  }
  return { broken, listen }
}
