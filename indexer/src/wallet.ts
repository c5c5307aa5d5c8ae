import { ponder } from 'ponder:registry'
import { nativeTransfers } from 'ponder:schema'

// Ponder gives succeeded transactions only, but also those that pay nothing.
ponder.on('Wallet:transaction:to', async ({ event, context }) => {
  const { block, transaction } = event
  if (transaction.to === null || transaction.value === 0n) return
  const row = {
    wallet: transaction.to,
    sender: transaction.from,
    amountWei: transaction.value,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimeSeconds: block.timestamp,
  }
  await context.db
    .insert(nativeTransfers)
    .values({ transactionHash: transaction.hash, ...row })
    .onConflictDoUpdate(row)
})
