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

export type Channel = 'balances' | 'sessions'

/** LISTEN / NOTIFY on one connection of its own, which must be no pooler's. */
export function openEvents(directUrl: string, log: Logger): Events {
  const listeners = new Map<Channel, ((text: string) => void)[]>()
  let client: pg.Client | undefined
  let closed = false
  let connecting = connect()

  async function connect(): Promise<void> {
    while (!closed) {
      const fresh = new pg.Client({ connectionString: directUrl })
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
        for (const channel of listeners.keys()) await listen(fresh, channel)
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
      client
        ?.query('SELECT pg_notify($1, $2)', [channel, text])
        .catch((error: unknown) => log.warn({ error }, 'event not sent'))
    },
    subscribe(channel, listener) {
      const known = listeners.get(channel)
      if (known) known.push(listener)
      else {
        listeners.set(channel, [listener])
        if (client) void listen(client, channel)
      }
    },
    async close() {
      closed = true
      await connecting
      await client?.end()
    },
  }
}

async function listen(client: pg.Client, channel: Channel): Promise<void> {
  await client.query(`LISTEN ${channel}`)
}
