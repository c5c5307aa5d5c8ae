import { ponder } from 'ponder:registry'
import { nativeTransfers, registeredWallets } from 'ponder:schema'
import { createPublicClient, http } from 'viem'

// Ponder's own client would store every block's transactions.
const client = createPublicClient({ transport: http(process.env.RPC_URL) })

ponder.on('Payments:block', async ({ event, context }) => {
  const { hash: blockHash, number, timestamp } = event.block
  const { transactions } = await client.getBlock({
    blockHash,
    includeTransactions: true,
  })
  for (const { hash, from, to, value } of transactions) {
    if (to === null || value === 0n) continue
    const known = await context.db.find(registeredWallets, { wallet: to })
    if (!known) continue
    const row = {
      wallet: to,
      sender: from,
      amountWei: value,
      blockNumber: number,
      blockHash,
      blockTimeSeconds: timestamp,
    }
    await context.db
      .insert(nativeTransfers)
      .values({ transactionHash: hash, ...row })
      .onConflictDoUpdate(row)
  }
})
