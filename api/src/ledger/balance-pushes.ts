import * as z from 'zod'
import { coins } from '#core/money/coins.ts'
import { chunksOf } from '../platform/batches.ts'
import type { Clock } from '../platform/clock.ts'
import { EVENT_BYTES_MAX, type Events } from '../platform/events.ts'
import type { SocketHub } from '../platform/ws/socket-hub.ts'

const COLLECT_MS = 50
/** A UUID, a balance of 16 digits, and JSON around them. */
const BYTES_A_BALANCE = 60
const BALANCES_AN_EVENT = Math.floor(EVENT_BYTES_MAX / BYTES_A_BALANCE)

const changes = z.array(z.tuple([z.uuid(), z.int()]))

/**
 * Tells players' browsers their new balances, wherever they are connected.
 * Changes are collected for a moment: only the latest of each player is sent.
 *
 * @returns what to call after a commit that changed a balance.
 */
export function openBalancePushes(deps: {
  events: Events
  hub: SocketHub
  clock: Clock
}) {
  const { events, hub, clock } = deps
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
    const parts = chunksOf([...collected], BALANCES_AN_EVENT)
    collected = new Map()
    const texts = Array.from(parts, (part) => JSON.stringify(part))
    events.publish('balances', ...texts)
  }

  return function changed(userId: string, balance: number): void {
    if (collected.size === 0) setTimeout(flush, COLLECT_MS)
    collected.set(userId, balance)
  }
}
