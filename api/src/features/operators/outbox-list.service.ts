import { unitsOf } from '#core/deposits/units.ts'
import type {
  GasState,
  OperatorOutboxTransaction,
  OutboxQuery,
} from '#core/schemas/operator/chain.ts'
import type { GasLevel } from '../../platform/chain/outbox/gas-level.ts'
import type {
  OutboxView,
  ViewedTransaction,
} from '../../platform/chain/outbox/outbox-view.ts'
import { shownGas } from './operator-overview.service.ts'

/** Lists what the house's own account has sent, and what it has left for fees. */
export class OutboxListService {
  readonly #outbox: OutboxView | undefined
  readonly #gas: GasLevel | undefined

  constructor(outbox: OutboxView | undefined, gas: GasLevel | undefined) {
    this.#outbox = outbox
    this.#gas = gas
  }

  /** Newest first. */
  async page(
    { before, status }: OutboxQuery,
    limit: number,
  ): Promise<OperatorOutboxTransaction[]> {
    const number = before === undefined ? undefined : Number(before)
    const asked = { before: number, limit, status }
    return ((await this.#outbox?.page(asked)) ?? []).map(shown)
  }

  gas(): GasState | null {
    return this.#gas ? shownGas(this.#gas) : null
  }
}

function shown(row: ViewedTransaction): OperatorOutboxTransaction {
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
