import type { Logger } from '../logger.ts'
import { openNatsEvents } from './nats-events.ts'
import { openPostgresEvents } from './postgres-events.ts'
import type { Channel } from './transport.ts'

/** Below PostgreSQL's limit of 8000 bytes per NOTIFY. */
export const EVENT_BYTES_MAX = 7_500

export type Events = ReturnType<typeof openEvents>

/**
 * Opens short messages to all API processes, this one included; some get lost,
 * so a periodic read must find what each one announces.
 *
 * @param url of NATS, or of PostgreSQL without a pooler
 */
export function openEvents(url: string, log: Logger) {
  const listeners = new Map<string, ((text: string) => void)[]>()

  function receive(channel: string, text: string): void {
    for (const listener of listeners.get(channel) ?? []) {
      try {
        listener(text)
      } catch (error) {
        // A newer version may publish unknown messages.
        log.warn({ error, channel }, 'events.listener_failed')
      }
    }
  }

  const isNats = new URL(url).protocol === 'nats:'
  const open = isNats ? openNatsEvents : openPostgresEvents
  const { publish, listen, close } = open(url, { log, receive })

  return {
    publish: (channel: Channel, ...texts: string[]) => publish(channel, texts),
    subscribe(channel: Channel, listener: (text: string) => void): void {
      const known = listeners.get(channel)
      if (known) known.push(listener)
      else {
        listeners.set(channel, [listener])
        listen(channel)
      }
    },
    close,
  }
}
