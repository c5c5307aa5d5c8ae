import {
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { FairnessState } from '#core/schemas/fairness.ts'
import { FairnessAlarm } from '../../components/fairness-alarm.tsx'
import { useAuth } from '../auth.tsx'
import type { Alarm } from './alarm.ts'
import type { AnsweredRound, Verdict } from './judge-answer.ts'
import type { Witness } from './witness.ts'

type Fairness = {
  /** Whose rounds are witnessed; nobody's while signed out. */
  player: string | undefined
  /** Where the player's seeds stand, pinned and checked by this browser. */
  sync(): Promise<FairnessState>
  changeSeed(clientSeed: string): Promise<FairnessState>
  verifyAnswer(round: AnsweredRound): Promise<Verdict>
}

const FairnessContext = createContext<Fairness | null>(null)

export function useFairness(): Fairness {
  const fairness = useContext(FairnessContext)
  if (!fairness) {
    throw new Error('useFairness must be used within a FairnessProvider')
  }
  return fairness
}

/** The standing of the player's seeds, for showing. */
export function useFairnessState(options?: {
  refetchInterval?: number
  refetchOnMount?: 'always'
}): UseQueryResult<FairnessState> {
  return useQuery({ ...stateQuery(useFairness()), ...options })
}

/** Starts the signed-in player's witness, and shows what it finds wrong. */
export function FairnessProvider({ children }: { children: ReactNode }) {
  const [alarms, setAlarms] = useState<readonly Alarm[]>([])
  const player = useAuth().user?.id
  const queryClient = useQueryClient()

  const fairness = useMemo(() => {
    const raise = (alarm: Alarm) =>
      setAlarms((known) => withAlarm(known, alarm))
    return fairnessFor(player, raise)
  }, [player])

  useEffect(() => {
    void queryClient.prefetchQuery(stateQuery(fairness))
  }, [queryClient, fairness])

  return (
    <FairnessContext value={fairness}>
      {children}
      <FairnessAlarm alarms={alarms} onDismiss={() => setAlarms([])} />
    </FairnessContext>
  )
}

function stateQuery({ player, sync }: Fairness) {
  return queryOptions({
    queryKey: ['/api/fairness', player],
    queryFn: sync,
    enabled: player !== undefined,
  })
}

function fairnessFor(
  player: string | undefined,
  onAlarm: (alarm: Alarm) => void,
): Fairness {
  const witness = player ? startedWitness(player, onAlarm) : nobody()
  // Whoever asks hears of it; nobody needs to.
  witness.catch(() => undefined)
  return {
    player,
    sync: async () => (await witness).sync(),
    changeSeed: async (clientSeed) => (await witness).changeSeed(clientSeed),
    verifyAnswer: async (round) => (await witness).verifyAnswer(round),
  }
}

/** The hashes come with the first sign-in: visitors do not load them. */
async function startedWitness(
  player: string,
  onAlarm: (alarm: Alarm) => void,
): Promise<Witness> {
  const { startWitness } = await import('./start-witness.ts')
  return startWitness(player, onAlarm)
}

async function nobody(): Promise<Witness> {
  throw new Error('Nobody is signed in')
}

/** The same alarm is raised again with every round; it is told once. */
function withAlarm(known: readonly Alarm[], alarm: Alarm): readonly Alarm[] {
  const text = JSON.stringify(alarm)
  const isKnown = known.some((other) => JSON.stringify(other) === text)
  return isKnown ? known : [...known, alarm]
}
