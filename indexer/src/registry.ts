import { ponder } from 'ponder:registry'
import { registeredWallets } from 'ponder:schema'

ponder.on('Contracts:WalletRegistered', async ({ event, context }) => {
  await context.db
    .insert(registeredWallets)
    .values({
      wallet: event.args.wallet,
      transactionHash: event.transaction.hash,
      blockNumber: event.block.number,
      blockHash: event.block.hash,
    })
    .onConflictDoNothing()
})
