import { ponder } from 'ponder:registry'
import { nativeTransfers, registeredWallets } from 'ponder:schema'
import { inArray } from 'ponder'
import { createPublicClient, http } from 'viem'

// Not by Ponder's own client, which stores every answer.
const client = createPublicClient({ transport: http(process.env.RPC_URL) })

ponder.on('Payments:block', async ({ event, context }) => {
  const { hash, number, timestamp } = event.block
  const { transactions } = await client.getBlock({
    blockHash: hash,
    includeTransactions: true,
  })
  const payments = transactions.flatMap(({ to, value, ...transaction }) =>
    to && value > 0n ? [{ ...transaction, to, value }] : [],
  )
  if (payments.length === 0) return
  const registered = await context.db.sql
    .select({ wallet: registeredWallets.wallet })
    .from(registeredWallets)
    .where(
      inArray(
        registeredWallets.wallet,
        payments.map(({ to }) => to),
      ),
    )
  const wallets = new Set<string>(registered.map(({ wallet }) => wallet))
  for (const { hash: transactionHash, from, to, value } of payments) {
    if (!wallets.has(to)) continue
    const row = {
      wallet: to,
      sender: from,
      amountWei: value,
      blockNumber: number,
      blockHash: hash,
      blockTimeSeconds: timestamp,
    }
    await context.db
      .insert(nativeTransfers)
      .values({ transactionHash, ...row })
      .onConflictDoUpdate(row)
  }
})
