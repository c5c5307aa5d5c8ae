import { ponder } from 'ponder:registry'
import { heads } from 'ponder:schema'

ponder.on('Head:block', async ({ event, context }) => {
  const row = {
    blockNumber: event.block.number,
    blockHash: event.block.hash,
    blockTimeSeconds: event.block.timestamp,
  }
  await context.db
    .insert(heads)
    .values({ chainId: context.chain.id, ...row })
    .onConflictDoUpdate(row)
})
