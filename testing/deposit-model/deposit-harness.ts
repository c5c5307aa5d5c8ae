import { writeFileSync } from 'node:fs'
import pg from 'pg'
import type { Address } from 'viem'
import { assert, inject } from 'vitest'
import { lowerCase } from '#core/chain/lower-case.ts'
import { chainEnv, infoOf } from '#testing/chain/chain-server.ts'
import { startChain } from '#testing/chain/started-chain.ts'
import { createTestDatabase, runOn } from '#testing/database/test-database.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'
import { startTestApi } from '#testing/server/test-api.ts'
import { type House, openHouse } from './house-of-deposits.ts'
import { TREASURY } from './model-accounts.ts'
import { ModelChain } from './model-chain.ts'
import { prepareContracts, withFickleToken } from './model-contracts.ts'
import { ModelPayments } from './model-payments.ts'

export type Depositor = {
  userId: string
  wallet: Address
  /** From the first block of a run on. */
  isRegistered: boolean
}

/** What all runs begin with. */
export type DepositHarness = Awaited<ReturnType<typeof openDepositHarness>>

/**
 * A chain and a database with three players, of whom the last one's wallet is
 * not registered yet. Each run begins with both as they are now.
 */
export async function openDepositHarness() {
  const started = await withFickleToken(await startChain())
  const { client, deployment, env: chainFiles } = started
  await client.setIntervalMining({ interval: 0 })
  writeFileSync(chainFiles.DEPLOYMENT_FILE, JSON.stringify(deployment))
  const env = { ...chainEnv(started), TREASURY_ADDRESS: TREASURY.address }
  const template = await createTestDatabase()
  const depositors = await enroll(template.url, env)
  await template.pool.end()
  const contracts = await prepareContracts(started)
  const base = await client.snapshot()
  const chain = new ModelChain(started, contracts.fateful, base)
  return {
    chain,
    depositors,
    /** @param finalAfter blocks from the head to the newest final one. */
    async openRun(finalAfter: number): Promise<Run> {
      await chain.reset()
      const database = await copyOf(template.url)
      const house = await openHouse({ started, env, finalAfter, ...database })
      const payments = new ModelPayments(chain, contracts)
      return { chain, depositors, house, payments }
    },
    close: () => started.stop(),
  }
}

export type Run = {
  chain: ModelChain
  depositors: readonly Depositor[]
  house: House
  payments: ModelPayments
}

/** Tells in a word what it did. */
export type Step = (run: Run) => Promise<string>

async function enroll(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<Depositor[]> {
  const registering = await startTestApi(databaseUrl, { env })
  const early = await Promise.all([
    enrolled(registering.origin),
    enrolled(registering.origin),
  ])
  await registering.close()
  const { OPERATOR_PRIVATE_KEY: _, ...withoutOperator } = env
  const waiting = await startTestApi(databaseUrl, {
    env: withoutOperator,
    // With the same it would make the same wallets.
    entropyOf: seededStreams('late'),
  })
  const late = await newPlayer(waiting.origin)
  await late.client.post('/api/wallet/generate')
  await waiting.close()
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const { rows } = await pool.query<{ address: Address }>(
    'SELECT address FROM wallet_keys WHERE user_id = $1',
    [late.id],
  )
  await pool.end()
  const wallet = rows[0]?.address
  if (!wallet) throw new Error('The last wallet was not made')
  return [...early, { userId: late.id, wallet, isRegistered: false }]
}

async function enrolled(origin: string): Promise<Depositor> {
  const player = await newPlayer(origin)
  await player.client.post('/api/wallet/generate')
  const address = await eventually(async () => {
    const info = await infoOf(player)
    return info.address ?? assert.fail('The wallet is not made yet')
  })
  const wallet = lowerCase(address)
  return { userId: player.id, wallet, isRegistered: true }
}

let copies = 0

async function copyOf(templateUrl: string) {
  const server = inject('databaseUrl')
  const template = new URL(templateUrl).pathname.slice(1)
  copies += 1
  const name = `${template}_${copies}`
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  const drop = () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`)
  return { databaseUrl: url.href, drop }
}
