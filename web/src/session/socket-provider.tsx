import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { type RacePush, readRaceState } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import { showUnheld } from '../games/shared/balance-hold.ts'
import { setPauses } from '../games/shared/game-pause.ts'
import { type HeardRaceNews, RaceNews } from '../games/shared/race-news.ts'
import { call } from '../lib/call.ts'
import { noteServer } from '../lib/server-presence.ts'
import { listen } from '../lib/socket.ts'
import { useAuth } from './auth.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { setBalance, userQueryKey } from './user-query.ts'

/**
 * What the house pushes to a player; 'opened' when pushes may have been missed
 * before.
 */
type News = Exclude<SocketMessage, RacePush> | { type: 'opened' }
type Listener = (news: News) => void

const POLL_MS = 3_000

const Listeners = createContext(new Set<Listener>())
const Races = createContext(new RaceNews())

/** Hears the house's pushes while the component is there. */
export function useNews(listener: Listener): void {
  const listeners = useContext(Listeners)
  const onNews = useEffectEvent(listener)
  useEffect(() => {
    const hear: Listener = (news) => onNews(news)
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [listeners])
}

/** Hears how the present race stands and how it goes on, signed in or not. */
export function useRaceNews(listener: (heard: HeardRaceNews) => void): void {
  const races = useContext(Races)
  const onHeard = useEffectEvent(listener)
  useEffect(() => races.listen((heard) => onHeard(heard)), [races])
}

/** One socket a page, opened anew for whoever signs in or out. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const [listeners] = useState(() => new Set<Listener>())
  const [races] = useState(() => new RaceNews())
  const showPush = useShowPushes()
  const [frozenFor, setFrozenFor] = useState('')
  const { user, isLoading } = useAuth()
  const playerId = user?.id

  const onNews = useEffectEvent((news: News) => {
    showPush(news)
    if (news.type === 'frozen') setFrozenFor(news.reason)
    for (const hear of listeners) hear(news)
  })
  useEffect(() => {
    if (isLoading) return
    // Pushes may have been missed before; the first time, since the player loaded.
    const onHere = () => {
      noteServer('here')
      if (playerId) onNews({ type: 'opened' })
    }
    const onMessage = (message: SocketMessage) => {
      if (!isOfRace(message)) return onNews(message)
      races.tell({ message, atMs: performance.now() })
    }
    const polling = pollInstead(onHere, onMessage)
    const stop = listen({
      onOpen: () => {
        polling.stop()
        onHere()
      },
      onFailed: polling.start,
      onMessage,
    })
    return () => {
      polling.stop()
      stop()
    }
  }, [isLoading, playerId, races])

  return (
    <Listeners value={listeners}>
      <Races value={races}>{children}</Races>
      {frozenFor && (
        <FrozenNotice reason={frozenFor} onClose={() => setFrozenFor('')} />
      )}
    </Listeners>
  )
}

/** Asks over HTTP what a socket would push, where none can be opened. */
function pollInstead(
  onHere: () => void,
  onMessage: (message: RacePush) => void,
) {
  let timer: ReturnType<typeof setInterval> | undefined

  async function poll() {
    try {
      const messages = await call(readRaceState)
      if (timer === undefined) return
      onHere()
      for (const message of messages) onMessage(message)
    } catch {
      if (timer !== undefined) noteServer('away')
    }
  }
  return {
    start: () => {
      if (timer !== undefined) return
      timer = setInterval(() => void poll(), POLL_MS)
      void poll()
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

function isOfRace(message: SocketMessage): message is RacePush {
  return 'raceId' in message
}

/** Shows pauses as they are pushed, and the balance once no round keeps it back. */
function useShowPushes(): Listener {
  const queryClient = useQueryClient()
  return (news) => {
    if (news.type === 'balance') {
      showUnheld(() => setBalance(queryClient, news.balance))
    }
    if (news.type === 'pauses') setPauses(queryClient, news.paused)
    if (news.type === 'opened') {
      const queryKey = userQueryKey
      showUnheld(() => void queryClient.invalidateQueries({ queryKey }))
    }
  }
}
