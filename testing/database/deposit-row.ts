import type { DepositRow } from '../../api/src/payments/deposits/deposits.store.ts'

/** A payment that waits with all its confirmations. */
export function depositRow(
  id: string,
  change: Partial<DepositRow> = {},
): DepositRow {
  return {
    id,
    instanceId: 1,
    userId: id,
    wallet: '0x',
    cryptoType: 'tBNB',
    txHash: '0x',
    ordinal: 0,
    amountWei: 1n,
    claimedWei: 1n,
    sender: null,
    blockNumber: 1,
    blockHash: '0x',
    fromBlock: null,
    confirmations: 6,
    coinsPerUnit: 1,
    coins: 1,
    absorbed: 0,
    status: 'pending',
    cause: null,
    createdAt: new Date(0),
    confirmedAt: null,
    ...change,
  }
}
