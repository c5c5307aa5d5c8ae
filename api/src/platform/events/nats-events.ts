import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Channel, OpenTransport } from './transport.ts'

const RECONNECT_DELAY_MS = 500
/** Two unanswered pings end a connection. */
const PING_EVERY_MS = 10_000
/** Keeps apart from others on a shared server. */
const SUBJECT_PREFIX = 'casino.'

/** Sends texts as messages of NATS, each channel a subject. */
export const openNatsEvents: OpenTransport = (url, { log, receive }) => {
  const { host, username, password } = new URL(url)
  const channels = new Set<Channel>()
  let connection: NatsConnection | undefined
  let closed = false
  connect({
    servers: host,
    ...(username && {
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
    }),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // Goes on trying while credentials are changed.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_DELAY_MS,
    pingInterval: PING_EVERY_MS,
  }).then(
    async (opened) => {
      if (closed) {
        await opened.close()
        return
      }
      connection = opened
      for (const channel of channels) subscribe(opened, channel)
      void report(opened)
    },
    (error: unknown) => log.error({ error }, 'events.connect_failed'),
  )

  function subscribe(to: NatsConnection, channel: Channel): void {
    to.subscribe(`${SUBJECT_PREFIX}${channel}`, {
      callback: (error, message) => {
        if (error) log.warn({ error, channel }, 'events.receive_failed')
        else receive(channel, message.string())
      },
    })
  }

  async function report(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status())
      if (type === 'disconnect') log.warn('events.connection_lost')
  }

  return {
    publish(channel, texts) {
      for (const text of texts)
        connection?.publish(`${SUBJECT_PREFIX}${channel}`, text)
    },
    listen(channel) {
      channels.add(channel)
      if (connection) subscribe(connection, channel)
    },
    async close() {
      // A server that never answered may still do so.
      closed = true
      const last = connection
      // A closed connection throws at what a timer still publishes.
      connection = undefined
      await last?.close()
    },
  }
}
