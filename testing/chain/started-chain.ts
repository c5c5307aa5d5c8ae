import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  type TestChainId,
} from '#core/chain/test-chains.ts'
import { type Child, runScript, stopChild } from '#testing/process/run-child.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { localChain } from './local-chain.ts'

type Row = Record<string, unknown>

const CHAIN_SCRIPTS: Record<TestChainId, string> = {
  [LOCAL_CHAIN]: 'chain.ts',
  [BSC_TESTNET]: '../testing/chain/testnet-chain.ts',
}

/** A chain with our contracts: `scripts/chain.ts` and `scripts/deploy.ts`. */
export async function startChain(
  chainId: TestChainId = LOCAL_CHAIN,
  operator: { OPERATOR_PRIVATE_KEY?: string } = {},
) {
  const chain = runScript(CHAIN_SCRIPTS[chainId], { CHAIN_PORT: '0' })
  const rpcUrl = await chain.says(/at (http:\S+)/)
  const folder = mkdtempSync(join(tmpdir(), 'casino-chain-'))
  const deploymentFile = join(folder, 'deployment.json')
  const env = {
    RPC_URL: rpcUrl,
    DEPLOYMENT_FILE: deploymentFile,
    // Blocks are made by the tests' own transactions.
    ANCHOR_EVERY_SECONDS: '0',
  }
  await runScript('deploy.ts', { ...env, ...operator }).says(/Written to/)
  const deployment = readDeployment(deploymentFile)
  return {
    ...(await localChain(rpcUrl, deployment)),
    deployment,
    env,
    /** It answers nothing until it goes on. */
    freeze: () => chain.process.kill('SIGSTOP'),
    goOn: () => chain.process.kill('SIGCONT'),
    stop: async () => {
      await stopChild(chain)
      rmSync(folder, { recursive: true })
    },
  }
}

export type StartedChain = Awaited<ReturnType<typeof startChain>>
/** A chain that others may use as well. */
export type TestChain = Omit<StartedChain, 'stop' | 'freeze' | 'goOn'>

/** An empty database on the PostgreSQL of this test run. */
export async function createDatabase(): Promise<string> {
  const name = `indexer_test_${randomBytes(6).toString('hex')}`
  const server = new Client(inject('databaseUrl'))
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  await server.end()
  const url = new URL(inject('databaseUrl'))
  url.pathname = name
  return url.href
}

export type Indexer = Awaited<ReturnType<typeof startIndexer>>

/** `scripts/indexer.ts` over a chain, and what it shows to readers. */
export async function startIndexer(chain: TestChain, databaseUrl: string) {
  const env = { ...chain.env, DATABASE_URL: databaseUrl, INDEXER_PORT: '0' }
  const child: Child = runScript('indexer.ts', env)
  await child.says(/shown in schema/)
  const database = new Client(databaseUrl)
  await database.connect()
  const schema = indexerSchema(chain.deployment)

  const rows = async (table: string): Promise<Row[]> => {
    const result = await database.query(
      `SELECT * FROM "${schema}".${table} ORDER BY block_number`,
    )
    return result.rows
  }
  const count = async (sql: string, value: string) => {
    const result = await database.query<{ count: number }>(sql, [value])
    return result.rows[0]?.count
  }
  const head = async () => {
    const [row] = await rows('heads')
    return { number: Number(row?.block_number), hash: row?.block_hash }
  }
  return {
    child,
    /** The process of the generation shown last. */
    ponderPid: () => {
      const shown = [...child.output().matchAll(/^Indexing by process (\d+)/gm)]
      return Number(shown.at(-1)?.[1])
    },
    rows,
    head,
    rowsOf: async (table: string, wallet: string) =>
      (await rows(table)).filter((row) => row.wallet === wallet.toLowerCase()),
    /** Schemas with rows of ours, the views apart. */
    generations: () =>
      count(
        `SELECT count(*)::int FROM pg_namespace
         WHERE starts_with(nspname, $1)`,
        `${schema}_`,
      ),
    /** Connections to the database that are not this one. */
    otherConnections: () =>
      count(
        `SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = $1 AND pid <> pg_backend_pid()`,
        new URL(databaseUrl).pathname.slice(1),
      ),
    /** Waits until the indexer has handled a block of that height. */
    reaches: (blockNumber: bigint) =>
      expect
        .poll(async () => (await head()).number)
        .toBeGreaterThanOrEqual(Number(blockNumber)),
    stop: async () => {
      await database.end()
      await stopChild(child)
    },
  }
}
