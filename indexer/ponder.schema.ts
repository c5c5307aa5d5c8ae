import { index, onchainTable, primaryKey } from 'ponder'

/** Wallets in the registry's list. */
export const registeredWallets = onchainTable('registered_wallets', (t) => ({
  wallet: t.hex().primaryKey(),
  transactionHash: t.hex().notNull(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
}))

/** Transactions that paid the chain's own coin to a registered wallet. */
export const nativeTransfers = onchainTable(
  'native_transfers',
  (t) => ({
    transactionHash: t.hex().primaryKey(),
    wallet: t.hex().notNull(),
    sender: t.hex().notNull(),
    amountWei: t.bigint().notNull(),
    blockNumber: t.bigint().notNull(),
    blockHash: t.hex().notNull(),
    blockTimeSeconds: t.bigint().notNull(),
  }),
  (table) => ({ byBlock: index().on(table.blockNumber) }),
)

/** Transfer events of our own tokens to a registered wallet. */
export const tokenTransfers = onchainTable(
  'token_transfers',
  (t) => ({
    transactionHash: t.hex().notNull(),
    logIndex: t.integer().notNull(),
    token: t.hex().notNull(),
    wallet: t.hex().notNull(),
    sender: t.hex().notNull(),
    amountWei: t.bigint().notNull(),
    blockNumber: t.bigint().notNull(),
    blockHash: t.hex().notNull(),
    blockTimeSeconds: t.bigint().notNull(),
  }),
  (table) => ({
    key: primaryKey({ columns: [table.transactionHash, table.logIndex] }),
    byBlock: index().on(table.blockNumber),
  }),
)

/** The newest block whose transactions were read: one row. */
export const heads = onchainTable('heads', (t) => ({
  chainId: t.integer().primaryKey(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  blockTimeSeconds: t.bigint().notNull(),
}))
