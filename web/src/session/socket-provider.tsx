import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { type RacePush, readRaceState } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import { Button } from '../components/button.tsx'
import { showUnheld } from '../games/shared/balance-hold.ts'
import {
  RaceNews,
  type ReceivedRaceMessage,
} from '../games/shared/race-news.ts'
import { call } from '../lib/call.ts'
import { noteServer } from '../lib/server-presence.ts'
import { useAuth } from './auth.tsx'
import { setPauses } from './game-pause.ts'
import { type PushMessage, refreshQueries } from './refresh.ts'
import { listen } from './socket.ts'
import { setBalance, userQueryKey } from './user-query.ts'

type Listener = (push: PushMessage) => void

const Listeners = createContext(new Set<Listener>())
const Races = createContext(new RaceNews())

/** Calls the listener with each push while the component is mounted. */
export function usePush(listener: Listener): void {
  const listeners = useContext(Listeners)
  const onPush = useEffectEvent(listener)
  useEffect(() => {
    const onAny: Listener = (push) => onPush(push)
    listeners.add(onAny)
    return () => void listeners.delete(onAny)
  }, [listeners])
}

/** Calls the listener with the current race's state and each change, signed in or not. */
export function useRaceNews(
  listener: (received: ReceivedRaceMessage) => void,
): void {
  const races = useContext(Races)
  const onMessage = useEffectEvent(listener)
  useEffect(() => races.listen((received) => onMessage(received)), [races])
}

/** Opens one socket per page, and a new one at login and logout. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const [listeners] = useState(() => new Set<Listener>())
  const [races] = useState(() => new RaceNews())
  const showPush = useShowPushes()
  const [frozenFor, setFrozenFor] = useState('')
  const { user, isLoading } = useAuth()
  const playerId = user?.id

  const onPush = useEffectEvent((push: PushMessage) => {
    showPush(push)
    if (push.type === 'frozen') setFrozenFor(push.reason)
    for (const listener of listeners) listener(push)
  })
  useEffect(() => {
    if (isLoading) return
    // Pushes may have been missed while disconnected, or since the player was loaded.
    const onHere = () => {
      noteServer('here')
      if (playerId) onPush({ type: 'opened' })
    }
    const onMessage = (message: SocketMessage) => {
      if (!isOfRace(message)) return onPush(message)
      races.publish({ message, atMs: performance.now() })
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

/** Polls over HTTP while no socket can be opened. */
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
      timer = setInterval(() => void poll(), 3_000)
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

/** Applies pushes to the cache; delays balances that would reveal a round's result. */
function useShowPushes(): Listener {
  const queryClient = useQueryClient()
  return (push) => {
    refreshQueries(queryClient, push)
    if (push.type === 'balance') {
      showUnheld(() => setBalance(queryClient, push.balance))
    }
    if (push.type === 'pauses') setPauses(queryClient, push.paused)
    if (push.type === 'opened') {
      const queryKey = userQueryKey
      showUnheld(() => void queryClient.invalidateQueries({ queryKey }))
    }
  }
}

const Dialog = lazy(async () => {
  const { Dialog } = await import('../components/dialog.tsx')
  return { default: Dialog }
})

/** Shows the player that the account was frozen, and why. */
function FrozenNotice({
  reason,
  onClose,
}: {
  reason: string
  onClose: () => void
}) {
  return (
    <Suspense>
      <Dialog
        open
        onOpenChange={onClose}
        title="Your account is frozen"
        description={`Reason: ${reason}`}
      >
        <p className="mb-4 text-soft">
          You can’t bet or sign in for now. Open bets are settled as usual, and
          your coins stay yours.
        </p>
        <Button variant="action" onClick={onClose}>
          OK
        </Button>
      </Dialog>
    </Suspense>
  )
}
