import type { Logger } from '../logger.ts'

export type Channel = 'balances' | 'pushes' | 'races' | 'sessions'

/** Carries texts to all processes that listen, while it is connected. */
export type Transport = {
  publish: (channel: Channel, texts: readonly string[]) => void
  listen: (channel: Channel) => void
  close: () => Promise<void>
}

export type OpenTransport = (
  url: string,
  needs: { log: Logger; receive: (channel: string, text: string) => void },
) => Transport
