import { ponder } from 'ponder:registry'
import { registeredWallets, tokenTransfers } from 'ponder:schema'

ponder.on('Contracts:Transfer', async ({ event, context }) => {
  const { args, block, log, transaction } = event
  if (args.value === 0n) return
  const known = await context.db.find(registeredWallets, { wallet: args.to })
  if (!known) return
  const row = {
    token: log.address,
    wallet: args.to,
    sender: args.from,
    amountWei: args.value,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimeSeconds: block.timestamp,
  }
  await context.db
    .insert(tokenTransfers)
    .values({
      transactionHash: transaction.hash,
      logIndex: log.logIndex,
      ...row,
    })
    .onConflictDoUpdate(row)
})
