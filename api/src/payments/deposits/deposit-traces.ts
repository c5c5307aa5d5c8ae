import { LRUCache } from 'lru-cache'
import { endTrace, type Traced, type Tracing } from '../../platform/tracing.ts'
import type { DepositRow } from './deposits.store.ts'

const OPEN_MAX = 1_000
/** Exports the trace of a deposit that another process may have settled. */
const OPEN_MS = 60 * 60_000

export type DepositTraces = ReturnType<typeof createDepositTraces>

/**
 * Creates the tracer of deposits, from their recording to the credit or rejection.
 * A trace is of one process: after a restart, a pending deposit gets another one,
 * which begins at its recording too.
 */
export function createDepositTraces(tracing: Tracing) {
  const traces = new LRUCache<string, Traced>({
    max: OPEN_MAX,
    ttl: OPEN_MS,
    ttlAutopurge: true,
    dispose: ({ trace }) => trace && endTrace(trace),
  })

  function find(row: DepositRow): Traced {
    const known = traces.get(toKey(row))
    if (known) return known
    const ageMs = Date.now() - row.createdAt.getTime()
    // The clock of the database may be ahead.
    const startMs = performance.now() - Math.max(ageMs, 0)
    const attributes = {
      'deposit.id': row.id,
      'deposit.asset': row.cryptoType,
      'deposit.block': row.blockNumber,
      'player.id': row.userId,
    }
    const traced = { trace: tracing.start('deposit', startMs, { attributes }) }
    traces.set(toKey(row), traced)
    return traced
  }

  return {
    /** Ends a step of deposits that are pending. */
    endStep(name: string, rows: readonly DepositRow[]): void {
      tracing.endStep(name, rows.map(find))
    },

    /** Ends the traces of deposits that are settled. */
    end(rows: readonly DepositRow[]): void {
      for (const row of rows.filter(({ status }) => status !== 'pending')) {
        traces.get(toKey(row))?.trace?.span.setAttributes({
          'deposit.id': row.id,
          'deposit.status': row.status,
          'deposit.coins': row.coins,
        })
        traces.delete(toKey(row))
      }
    },

    close(): void {
      traces.clear()
    },
  }
}

/** Identifies a payment, whose row may move to another id with its credit. */
function toKey({ cryptoType, id, ordinal, txHash, wallet }: DepositRow) {
  return `${txHash ?? id} ${wallet} ${cryptoType} ${ordinal}`
}
