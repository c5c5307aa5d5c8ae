import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE } from './db/database.ts'
import { quotedArray } from './db/sql-values.ts'
import type { Logger } from './logger.ts'

const RECONNECT_DELAY_MS = 500
/** Below PostgreSQL's limit of 8000 bytes per NOTIFY. */
export const EVENT_BYTES_MAX = 7_500

type Channel = 'balances' | 'pushes' | 'races' | 'sessions'

/**
 * Opens short messages to all API processes, this one included; some get lost.
 * LISTEN can't go through a pooler.
 */
export function openEvents(directUrl: string, log: Logger) {
  const listeners = new Map<string, ((text: string) => void)[]>()
  let client: pg.Client | undefined
  let closed = false
  let connecting = connect()
  /** Serializes statements, which share one connection. */
  let sending: Promise<unknown> = Promise.resolve()

  function send(statement: string, values: string[] = []): void {
    sending = sending
      .then(() => client?.query(statement, values))
      .catch((error: unknown) => log.warn({ error }, 'events.publish_failed'))
  }

  function dispatch({ channel, payload = '' }: pg.Notification): void {
    for (const listener of listeners.get(channel) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        // A newer version may publish unknown messages.
        log.warn({ error, channel }, 'events.listener_failed')
      }
    }
  }

  async function connect(): Promise<void> {
    while (!closed) {
      const config = { connectionString: directUrl, ...KEEP_ALIVE }
      const fresh = new pg.Client(config)
      fresh.on('error', (error) =>
        log.warn({ error }, 'events.connection_lost'),
      )
      fresh.on('notification', dispatch)
      try {
        await fresh.connect()
        for (const channel of listeners.keys()) {
          await fresh.query(`LISTEN ${channel}`)
        }
        fresh.on('end', reconnect)
        client = fresh
        return
      } catch (error) {
        log.warn({ error }, 'events.connect_failed')
        await fresh.end().catch(() => undefined)
        await setTimeout(RECONNECT_DELAY_MS)
      }
    }
  }

  function reconnect(): void {
    client = undefined
    if (!closed) connecting = connect()
  }

  return {
    publish(channel: Channel, ...texts: string[]): void {
      // One statement, so that all messages share one commit.
      send('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [
        channel,
        quotedArray(texts),
      ])
    },
    subscribe(channel: Channel, listener: (text: string) => void): void {
      const known = listeners.get(channel)
      if (known) known.push(listener)
      else {
        listeners.set(channel, [listener])
        send(`LISTEN ${channel}`)
      }
    },
    async close(): Promise<void> {
      closed = true
      await connecting
      await client?.end()
    },
  }
}
