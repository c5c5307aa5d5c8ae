import type {
  OperatorOutboxTransaction,
  OutboxQuery,
} from '#core/api/operator/chain.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import type { OutboxStore } from '../platform/chain/outbox/outbox.store.ts'

export function openOutboxList(outbox: OutboxStore | undefined) {
  return {
    async page(
      { before, status }: OutboxQuery,
      limit: number,
    ): Promise<OperatorOutboxTransaction[]> {
      const number = before === undefined ? undefined : Number(before)
      const rows = await outbox?.page({ before: number, limit, status })
      return (rows ?? []).map(shown)
    },
  }
}

function shown(
  row: Awaited<ReturnType<OutboxStore['page']>>[number],
): OperatorOutboxTransaction {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    problem: row.problem,
    to: row.to,
    value: unitsOf(row.value),
    nonce: row.nonce,
    blockNumber: row.blockNumber === null ? null : Number(row.blockNumber),
    hashes: row.hashes,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  }
}
