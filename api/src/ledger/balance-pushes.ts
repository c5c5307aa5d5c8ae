import * as z from 'zod'
import { coins } from '#core/money/coins.ts'
import { inChunks } from '../platform/batches.ts'
import { EVENT_BYTES_MAX } from '../platform/events/events.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketHub } from '../platform/ws/sockets.ts'

const COLLECT_MS = 50
/** A UUID, a balance of 16 digits, and JSON punctuation. */
const BYTES_PER_BALANCE = 60
const BALANCES_PER_EVENT = Math.floor(EVENT_BYTES_MAX / BYTES_PER_BALANCE)

const changes = z.array(z.tuple([z.uuid(), z.int()]))

/** Creates pushes of balances after commits, each the last of a short time. */
export function createBalancePushes({
  clock,
  events,
  hub,
}: Pick<Platform, 'clock' | 'events'> & { hub: SocketHub }) {
  let collected = new Map<string, number>()

  events.subscribe('balances', (text) => {
    const timestamp = clock().getTime()
    for (const [userId, balance] of changes.parse(JSON.parse(text))) {
      hub.sendToPlayer(userId, {
        type: 'balance',
        timestamp,
        balance: coins(balance),
      })
    }
  })

  function flush(): void {
    const parts = inChunks([...collected], BALANCES_PER_EVENT)
    collected = new Map()
    const texts = Array.from(parts, (part) => JSON.stringify(part))
    events.publish('balances', ...texts)
  }

  return function pushBalance(userId: string, balance: number): void {
    if (collected.size === 0) setTimeout(flush, COLLECT_MS)
    collected.set(userId, balance)
  }
}
