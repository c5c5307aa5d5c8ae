import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'

const server = await openChainServer()
const { chain } = server
/** More than one statement could take at 15 values a payment. */
const CROWD = 5_000

test('thousands of payments at once are kept, and hold up nobody', async () => {
  const flooded = await server.newDepositor()
  const other = await server.newDepositor()
  await crowdTransfers(flooded.wallet)
  await chain.pay(other.wallet, parseEther('0.05'))
  await expect.poll(() => depositsKept(flooded.id)).toBe(CROWD)
  await depositOnce(other, { status: 'pending' })
  await chain.mine(5)
  await depositOnce(other, { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(other)).toBe(6_000)
})

/** The indexer shows as many payments in one block. */
async function crowdTransfers(wallet: string): Promise<void> {
  const { number, hash } = await chain.client.getBlock()
  const schema = indexerSchema(chain.deployment)
  const indexer = await server.pool.connect()
  // Ponder's triggers are for itself.
  await indexer.query("SET session_replication_role = 'replica'")
  await indexer.query(
    `INSERT INTO ${schema}.native_transfers (transaction_hash, wallet, sender,
       amount_wei, block_number, block_hash, block_time_seconds)
     SELECT '0x' || lpad(to_hex(n), 64, '0'), $1, $2, 1, $3, $4, 0
     FROM generate_series(1, ${CROWD}) AS n`,
    [wallet.toLowerCase(), chain.payer.toLowerCase(), number, hash],
  )
  indexer.release(true)
}

async function depositsKept(userId: string): Promise<number> {
  const { rowCount } = await server.pool.query(
    'SELECT FROM crypto_deposits WHERE user_id = $1',
    [userId],
  )
  return rowCount ?? 0
}
