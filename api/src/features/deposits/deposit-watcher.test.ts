import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { hashOf } from '#testing/chain/deposit-accounts.ts'
import { startNode } from '#testing/chain/test-node.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const deployment: Deployment = {
  chainId: 31_337,
  genesisHash: hashOf(0),
  startBlock: 1,
  registry: `0x${'1'.repeat(40)}`,
  tokens: { GUMBY: `0x${'2'.repeat(40)}`, POKEY: `0x${'3'.repeat(40)}` },
}
const schema = indexerSchema(deployment)
const folder = mkdtempSync(join(tmpdir(), 'casino-watcher-'))
const DEPLOYMENT_FILE = join(folder, 'deployment.json')
writeFileSync(DEPLOYMENT_FILE, JSON.stringify(deployment))

let head = 100
const node = await startNode(({ method, params: [asked] }) => {
  if (method === 'eth_chainId') return { result: '0x7a69' }
  if (method === 'eth_blockNumber') return { result: numberToHex(head) }
  if (method === 'eth_getBlockByNumber') return { result: blockAt(asked) }
  // What the indexer tells of is nowhere: it is kept, and goes no further.
  return { result: null }
})

function blockAt(asked: unknown) {
  const number = asked === 'finalized' ? head : Number(asked)
  return {
    number: numberToHex(number),
    hash: hashOf(number),
    timestamp: '0x0',
    transactions: [],
  }
}

const server = await openTestServer({
  env: { RPC_URL: node.url, DEPLOYMENT_FILE },
})
afterAll(() => {
  node.close()
  rmSync(folder, { recursive: true })
})

/** As the indexer shows its rows. */
async function openIndexer() {
  await server.pool.query(`
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.heads (block_number numeric, block_hash text);
    INSERT INTO ${schema}.heads VALUES (${head}, '${hashOf(head)}');
    CREATE TABLE ${schema}.native_transfers (transaction_hash text,
      wallet text, sender text, amount_wei numeric, block_number numeric,
      block_hash text);
    CREATE TABLE ${schema}.token_transfers (transaction_hash text, token text,
      log_index int, wallet text, sender text, amount_wei numeric,
      block_number numeric, block_hash text)`)
}

async function tellOf(wallet: string, block: number) {
  await server.pool.query(
    `INSERT INTO ${schema}.native_transfers VALUES ($1, $2, $3, 1e18, $4, $1)`,
    [hashOf(block), wallet, deployment.registry, block],
  )
}

function isKept(block: number) {
  return eventually(async () => {
    const { rowCount } = await server.pool.query(
      'SELECT FROM crypto_deposits WHERE tx_hash = $1',
      [hashOf(block)],
    )
    expect(rowCount).toBe(1)
  })
}

async function walletOf(userId: string): Promise<string> {
  const { rows } = await server.pool.query<{ address: string }>(
    'SELECT address FROM wallet_keys WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.address.toLowerCase() ?? ''
}

test('a payment is seen though thousands of blocks were made before the indexer read it', async () => {
  const player = await server.newPlayer()
  await player.client.post('/api/wallet/generate')
  const wallet = await walletOf(player.id)
  await openIndexer()
  await tellOf(wallet, 99)
  await isKept(99)
  // What is looked for again and again is not all that there is.
  head = 5_000
  await tellOf(wallet, 4_999)
  await isKept(4_999)
  await tellOf(wallet, 101)
  await isKept(101)
})
