import type { Server } from 'node:http'
import { type Clock, systemClock } from './clock.ts'
import { migrate, openDatabase, openPools } from './db/database.ts'
import { type Entropy, type EntropyStreams, systemEntropy } from './entropy.ts'
import { openEvents } from './events/events.ts'
import type { Serve } from './http/serve.ts'
import type { Job, JobHealth } from './jobs.ts'
import type { Logger } from './logger.ts'
import { makeMetrics } from './metrics.ts'
import { nativeHashes } from './native-hashes.ts'
import { type SealedBox, sealedBox } from './secrets/sealed-box.ts'
import { createTracing } from './tracing.ts'

export type Secrets = {
  entropy: Entropy
  /** Encrypts under the master keys. */
  box: SealedBox
}

/** Shared services of all modules. */
export type Platform = Awaited<ReturnType<typeof createPlatform>>

/** A part of the API; each member is optional. */
export type Module = {
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
export async function createPlatform(options: {
  databaseUrl: string
  databaseDirectUrl: string
  eventsUrl?: string
  partitions: number
  masterKeys: ReadonlyMap<number, Uint8Array>
  log: Logger
  /** Undefined without traces. */
  traces?: Parameters<typeof createTracing>[0] | undefined
  clock?: Clock
  getEntropy?: EntropyStreams
}) {
  const { databaseUrl, databaseDirectUrl, partitions, log, masterKeys } =
    options
  const { traces } = options
  const { clock = systemClock, getEntropy = () => systemEntropy } = options
  const { eventsUrl = databaseDirectUrl } = options
  await migrate(databaseDirectUrl)
  const pools = openPools({ databaseUrl, databaseDirectUrl, partitions }, log)
  const events = openEvents(eventsUrl, log)
  const tracing = traces && (await createTracing(traces, log))
  /** Returns a job's own entropy, and a box that uses it. */
  const createSecrets = (consumer: string): Secrets => {
    const entropy = getEntropy(consumer)
    return { entropy, box: sealedBox(masterKeys, entropy) }
  }
  return {
    clock,
    ...createSecrets('requests'),
    createSecrets,
    hashes: nativeHashes,
    log,
    metrics: makeMetrics(),
    jobHealth: new Map<string, JobHealth>(),
    ...pools,
    db: openDatabase(pools.pool),
    signInDb: openDatabase(pools.signInPool),
    betDb: openDatabase(pools.betPool),
    events,
    tracing,
    async close() {
      await events.close()
      await Promise.all(Object.values(pools).map((each) => each.end()))
      await tracing?.close()
    },
  }
}
