import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { FeedPush } from '#core/api/feed.ts'
import { type RacePush, racePush } from '#core/api/races.ts'
import { type SocketMessage, socketMessage } from '#core/api/socket.ts'

type PausesPush = Extract<SocketMessage, { type: 'pauses' }>

export type TestSocket = {
  socket: WebSocket
  /** Resolves with the next message not taken yet, without those that everyone gets. */
  next(): Promise<SocketMessage>
  races: readonly RacePush[]
  feed: readonly FeedPush[]
  pauses: readonly PausesPush[]
  closed: Promise<{ code: number; reason: string }>
}

/** Opens /ws like the site's pages. @throws with the status of a refusal */
export async function openSocket(
  origin: string,
  headers: {
    cookie?: string | undefined
    origin?: string | undefined
    'x-forwarded-for'?: string
  } = {},
): Promise<TestSocket> {
  const sent = { origin, ...headers }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
    headers: Object.fromEntries(
      Object.entries(sent).filter(([, value]) => value !== undefined),
    ),
  })
  const messages: SocketMessage[] = []
  const races: RacePush[] = []
  const feed: FeedPush[] = []
  const pauses: PausesPush[] = []
  const readers: ((message: SocketMessage) => void)[] = []
  socket.on('message', (data) => {
    const message = socketMessage.parse(JSON.parse(String(data)))
    const { data: race } = racePush.safeParse(message)
    if (race) return void races.push(race)
    if (message.type === 'feed') return void feed.push(message)
    if (message.type === 'pauses') return void pauses.push(message)
    const reader = readers.shift()
    if (reader) reader(message)
    else messages.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) =>
      resolve({ code, reason: String(reason) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return {
    socket,
    races,
    feed,
    pauses,
    closed,
    next: () =>
      new Promise((resolve) => {
        const message = messages.shift()
        if (message) resolve(message)
        else readers.push(resolve)
      }),
  }
}

/** Upgrades at /ws, and then answers nothing. */
export async function openRawSocket(origin: string): Promise<Duplex> {
  const upgrade = request(`${origin}/ws`, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Origin: origin,
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    },
  }).end()
  const [, socket] = await once(upgrade, 'upgrade')
  return socket.on('error', () => undefined)
}
