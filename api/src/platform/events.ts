import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from './logger.ts'

const RECONNECT_DELAY_MS = 500
/** NOTIFY takes less than 8000 bytes. */
export const EVENT_BYTES_MAX = 7_500

/** Short messages to every API process, this one included. May be lost. */
export type Events = {
  publish(channel: Channel, text: string): void
  subscribe(channel: Channel, listener: (text: string) => void): void
  close(): Promise<void>
}

export type Channel = 'balances' | 'pushes' | 'sessions'

/** LISTEN / NOTIFY on one connection of its own, which must be no pooler's. */
export function openEvents(directUrl: string, log: Logger): Events {
  const listeners = new Map<Channel, ((text: string) => void)[]>()
  let client: pg.Client | undefined
  let closed = false
  let connecting = connect()
  /** The connection takes one statement at a time. */
  let sending: Promise<unknown> = Promise.resolve()

  function send(statement: string, values: string[] = []): void {
    sending = sending
      .then(() => client?.query(statement, values))
      .catch((error: unknown) => log.warn({ error }, 'event not sent'))
  }

  async function connect(): Promise<void> {
    while (!closed) {
      // It listens for hours without a word: unasked, it would not see its end.
      const fresh = new pg.Client({
        connectionString: directUrl,
        keepAlive: true,
      })
      fresh.on('error', (error) =>
        log.warn({ error }, 'events connection lost'),
      )
      fresh.on('notification', ({ channel, payload = '' }) => {
        for (const listener of listeners.get(channel as Channel) ?? []) {
          listener(payload)
        }
      })
      try {
        await fresh.connect()
        for (const channel of listeners.keys()) {
          await fresh.query(`LISTEN ${channel}`)
        }
        fresh.on('end', reconnect)
        client = fresh
        return
      } catch (error) {
        log.warn({ error }, 'events wait for the database')
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
    publish(channel, text) {
      send('SELECT pg_notify($1, $2)', [channel, text])
    },
    subscribe(channel, listener) {
      const known = listeners.get(channel)
      if (known) known.push(listener)
      else {
        listeners.set(channel, [listener])
        send(`LISTEN ${channel}`)
      }
    },
    async close() {
      closed = true
      await connecting
      await client?.end()
    },
  }
}
