import { ponder } from 'ponder:registry'
import { heads, nativeTransfers, registeredWallets } from 'ponder:schema'
import { createPublicClient, http } from 'viem'

// Ponder's own client would store every block's transactions.
const client = createPublicClient({ transport: http(process.env.RPC_URL) })

ponder.on('Blocks:block', async ({ event, context }) => {
  const { db, chain } = context
  const block = {
    blockNumber: event.block.number,
    blockHash: event.block.hash,
    blockTimeSeconds: event.block.timestamp,
  }
  const { transactions } = await client.getBlock({
    blockHash: block.blockHash,
    includeTransactions: true,
  })
  for (const { hash, from, to, value } of transactions) {
    if (to === null || value === 0n) continue
    const known = await db.find(registeredWallets, { wallet: to })
    if (!known) continue
    const row = { wallet: to, sender: from, amountWei: value, ...block }
    await db
      .insert(nativeTransfers)
      .values({ transactionHash: hash, ...row })
      .onConflictDoUpdate(row)
  }
  await db
    .insert(heads)
    .values({ chainId: chain.id, ...block })
    .onConflictDoUpdate(block)
})
