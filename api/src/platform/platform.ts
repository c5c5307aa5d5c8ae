import type { Server } from 'node:http'
import type pg from 'pg'
import type { Hashes } from '#core/fairness/hashes.ts'
import { type GameRegistry, registry } from '#core/games/registry.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type Database,
  databaseOn,
  migrate,
  openBetPool,
  openPartitionPool,
  openPool,
  openSignInPool,
} from './db/database.ts'
import { type Entropy, type EntropyStreams, systemEntropy } from './entropy.ts'
import { type Events, openEvents } from './events.ts'
import type { Serve } from './http/serve.ts'
import type { Job } from './jobs.ts'
import type { Logger } from './logger.ts'
import { type Metrics, makeMetrics } from './metrics.ts'
import { nativeHashes } from './native-hashes.ts'
import { type SealedBox, sealedBox } from './secrets/sealed-box.ts'

export type Secrets = {
  entropy: Entropy
  /** Encrypts under the master keys. */
  box: SealedBox
}

/** Shared services of all modules. */
export type Platform = Secrets & {
  clock: Clock
  games: GameRegistry
  hashes: Hashes
  /** Returns a job's own entropy, and a box that uses it. */
  secretsOf(job: string): Secrets
  log: Logger
  metrics: Metrics
  pool: pg.Pool
  /** Connections reserved for sign-in and readiness. */
  signInPool: pg.Pool
  /** Connections for reads of bets. */
  betPool: pg.Pool
  /** Connections for commits of bets, one per partition. */
  partitionPool: pg.Pool
  db: Database
  /** Database client on {@link signInPool}. */
  signInDb: Database
  /** Database client on {@link betPool}. */
  betDb: Database
  events: Events
  close(): Promise<void>
}

/** A part of the API; each member is optional. */
export type Module = {
  /** Mounts its endpoints. */
  mount?: (serve: Serve) => void
  /** Adds listeners to the HTTP server. */
  attach?: (server: Server) => void
  /** Run in every process that serves. */
  jobs?: readonly Job[]
  /** First step of a stop: answers pending requests and accepts no others. */
  drain?: () => Promise<void>
  /** Second step, after the jobs: releases leases. */
  release?: () => Promise<void>
  /** Last step, with the server: closes long-lived connections. */
  disconnect?: () => void
}

/** Migrates the database and opens its connections. */
export async function openPlatform(options: {
  databaseUrl: string
  databaseDirectUrl: string
  partitions: number
  masterKeys: ReadonlyMap<number, Uint8Array>
  log: Logger
  clock?: Clock
  entropyOf?: EntropyStreams
  games?: GameRegistry
}): Promise<Platform> {
  const { databaseUrl, databaseDirectUrl, partitions, log, masterKeys } =
    options
  const { clock = systemClock, entropyOf = () => systemEntropy } = options
  const { games = registry } = options
  await migrate(databaseDirectUrl)
  const pool = openPool(databaseUrl, log)
  const signInPool = openSignInPool(databaseUrl, log)
  const betPool = openBetPool(databaseUrl, log)
  const partitionPool = openPartitionPool(databaseUrl, log, partitions)
  const events = openEvents(databaseDirectUrl, log)
  const secretsOf = (drawer: string) => {
    const entropy = entropyOf(drawer)
    return { entropy, box: sealedBox(masterKeys, entropy) }
  }
  return {
    clock,
    ...secretsOf('requests'),
    secretsOf,
    games,
    hashes: nativeHashes,
    log,
    metrics: makeMetrics(),
    pool,
    signInPool,
    betPool,
    partitionPool,
    db: databaseOn(pool),
    signInDb: databaseOn(signInPool),
    betDb: databaseOn(betPool),
    events,
    async close() {
      await events.close()
      const pools = [pool, signInPool, betPool, partitionPool]
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}
