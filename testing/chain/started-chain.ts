import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { indexerSchema } from '#core/chain/chains.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { startScript, stopScript } from '#testing/process/run-script.ts'
import { deployContracts } from '../../scripts/chain/deploy-contracts.ts'
import { localChain } from './local-chain.ts'

type Row = Record<string, unknown>

/** Starts `scripts/chain.ts` and deploys our contracts to it. */
export async function startChain() {
  const chain = startScript('chain.ts', { CHAIN_PORT: '0' })
  const rpcUrl = await chain.waitFor(/at (http:\S+)/)
  const folder = mkdtempSync(join(tmpdir(), 'casino-chain-'))
  const file = join(folder, 'deployment.json')
  const deployment = await deployContracts({ rpcUrl, file, env: {} })
  return {
    ...(await localChain(rpcUrl, deployment)),
    deployment,
    env: {
      RPC_URL: rpcUrl,
      DEPLOYMENT_FILE: file,
      // Mines a block per transaction.
      ANCHOR_EVERY_SECONDS: '0',
    },
    /** Stops answering until it is resumed. */
    freeze: () => chain.process.kill('SIGSTOP'),
    goOn: () => chain.process.kill('SIGCONT'),
    stop: async () => {
      await stopScript(chain)
      rmSync(folder, { recursive: true })
    },
  }
}

export type StartedChain = Awaited<ReturnType<typeof startChain>>
/** A chain that several tests share. */
export type TestChain = Omit<StartedChain, 'stop' | 'freeze' | 'goOn'>

/** Replaces our tokens, in another deployment file. */
export function withTokens<Chain extends TestChain>(
  chain: Chain,
  others: Partial<Chain['deployment']['tokens']>,
): Chain {
  const tokens = { ...chain.deployment.tokens, ...others }
  const deployment = { ...chain.deployment, tokens }
  const DEPLOYMENT_FILE = `${chain.env.DEPLOYMENT_FILE}.tokens`
  writeFileSync(DEPLOYMENT_FILE, JSON.stringify(deployment))
  return { ...chain, deployment, env: { ...chain.env, DEPLOYMENT_FILE } }
}

/** An empty database on the PostgreSQL of this test run. */
export async function createDatabase(): Promise<string> {
  const { url, close } = await createTestDatabase('template1')
  await close()
  return url
}

export type Indexer = Awaited<ReturnType<typeof startIndexer>>

/** Starts `scripts/indexer.ts` over a chain and reads its rows. */
export async function startIndexer(chain: TestChain, databaseUrl: string) {
  const env = { ...chain.env, DATABASE_URL: databaseUrl, INDEXER_PORT: '0' }
  const child = startScript('indexer.ts', env)
  await child.waitFor(/indexer\.live/)
  const database = new Client(databaseUrl)
  await database.connect()
  const schema = indexerSchema(chain.deployment)

  const rows = async (table: string): Promise<Row[]> => {
    const sql = `SELECT * FROM "${schema}".${table} ORDER BY block_number`
    return (await database.query(sql)).rows
  }
  const head = async () => {
    const [row] = await rows('heads')
    return { number: Number(row?.block_number), hash: row?.block_hash }
  }
  return {
    child,
    head,
    /** The process of the generation shown last. */
    ponderPid: () => {
      const shown = [...child.output().matchAll(/"pid":(\d+).*indexer\.live/g)]
      return Number(shown.at(-1)?.[1])
    },
    readRows: async (table: string, wallet: string) =>
      (await rows(table)).filter((row) => row.wallet === wallet.toLowerCase()),
    /** Counts schemas with our rows, without the views. */
    async generations() {
      const sql = 'SELECT FROM pg_namespace WHERE starts_with(nspname, $1)'
      return (await database.query(sql, [`${schema}_`])).rowCount
    },
    /** Counts Ponder's connections to the database. */
    async otherConnections() {
      const sql = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
      return (await database.query(sql)).rowCount
    },
    /** Waits until the indexer has handled a block of that height. */
    reaches: (blockNumber: bigint) =>
      expect
        .poll(async () => (await head()).number)
        .toBeGreaterThanOrEqual(Number(blockNumber)),
    stop: async () => {
      await database.end()
      await stopScript(child)
    },
  }
}
