import { createHmac } from 'node:crypto'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Refusal } from '#core/refusals.ts'
import { getNetwork } from './client-address.ts'
import { getPlayer } from './request-context.ts'

/** A client that repeats a refused request is logged once in this time. */
const ONCE_PER_MS = 60_000
const CLIENTS_MAX = 10_000
const TAG_LENGTH = 12

const EVENTS = new Map([
  [400, 'input.refused'],
  [401, 'access.refused'],
  [403, 'access.refused'],
  [429, 'limit.exceeded'],
])

export type RefusalLog = ReturnType<typeof createRefusalLog>

/**
 * Logs refused requests as security events, with a keyed hash of the client's
 * network instead of its address. Failed sign-ins, which are limited, are all
 * logged; floods of other refusals are not.
 */
export function createRefusalLog(secret: string) {
  const logged = new LRUCache<string, true>({
    max: CLIENTS_MAX,
    ttl: ONCE_PER_MS,
  })
  return (
    req: Request,
    {
      code,
      refusal,
      status,
    }: Pick<Refusal, 'code' | 'refusal'> & { status: number },
  ) => {
    const isSignIn = code === 'wrong_credentials' || code.startsWith('siwe_')
    const event = isSignIn ? 'sign_in.failed' : EVENTS.get(status)
    if (!event) return
    const client = createHmac('sha256', secret)
      .update(`network:${getNetwork(req.ip)}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH)
    const repeated = `${event} ${refusal} ${client}`
    if (!isSignIn && logged.has(repeated)) return
    logged.set(repeated, true)
    const { id: requestId, method, path } = req
    const userId = (req.res && getPlayer(req.res)) || undefined
    req.log.info({ client, method, path, refusal, requestId, userId }, event)
  }
}
