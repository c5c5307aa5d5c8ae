import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE } from '../db/database.ts'
import { quotedArray } from '../db/sql-values.ts'
import type { Channel, OpenTransport } from './transport.ts'

const RECONNECT_DELAY_MS = 500

/** Sends texts by NOTIFY. LISTEN can't go through a pooler. */
export const openPostgresEvents: OpenTransport = (url, { log, receive }) => {
  const channels = new Set<Channel>()
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

  async function connect(): Promise<void> {
    while (!closed) {
      const config = { connectionString: url, ...KEEP_ALIVE }
      const fresh = new pg.Client(config)
      fresh.on('error', (error) =>
        log.warn({ error }, 'events.connection_lost'),
      )
      fresh.on('notification', ({ channel, payload = '' }) =>
        receive(channel, payload),
      )
      try {
        await fresh.connect()
        for (const channel of channels) await fresh.query(`LISTEN ${channel}`)
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
    publish(channel, texts) {
      // One statement, so that all messages share one commit.
      send('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [
        channel,
        quotedArray(texts),
      ])
    },
    listen(channel) {
      channels.add(channel)
      send(`LISTEN ${channel}`)
    },
    async close() {
      closed = true
      await connecting
      await client?.end()
    },
  }
}
