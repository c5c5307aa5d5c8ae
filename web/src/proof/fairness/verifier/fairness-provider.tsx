import {
  type QueryClient,
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
import type { FairnessState } from '#core/api/fairness.ts'
import type { GameAnswer } from '#core/api/rounds.ts'
import { epochOf } from '#core/fairness/epoch.ts'
import { useAuth } from '../../../session/auth.tsx'
import { userQuery } from '../../../session/user-query.ts'
import { FairnessAlarm } from '../fairness-alarm.tsx'
import type { Alarm } from './alarm.ts'
import { type PlayerVerifier, playerVerifier } from './player-verifier.ts'

export type Fairness = PlayerVerifier & {
  /** The player whose rounds are verified; nobody while signed out. */
  player: string | undefined
  /**
   * Resolves when the house's promises are pinned, or after a moment without
   * them: a bet made before could not be proven, only replayed.
   *
   * @returns the first nonce that a bet made then can have, if it is known.
   */
  ready(): Promise<number | undefined>
  /** Shows loudly what was found wrong. */
  raise(alarm: Alarm): void
}

const READY_WITHIN_MS = 1_500

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

/** Starts the signed-in player's verifier, and shows what it finds wrong. */
export function FairnessProvider({ children }: { children: ReactNode }) {
  const player = useAuth().user?.id
  const { alarms, raise, dismiss } = useAlarms(player)
  const queryClient = useQueryClient()

  const fairness = useMemo((): Fairness => {
    const isPlaying = () =>
      queryClient.getQueryData(userQuery().queryKey)?.id === player
    const verifier = playerVerifier(
      player === undefined ? undefined : { player, isPlaying, onAlarm: raise },
    )
    const query = stateQuery({ ...verifier, player })
    const { queryKey } = query
    return {
      ...verifier,
      player,
      raise,
      ready: async () => {
        const pinned = queryClient.ensureQueryData(query)
        await Promise.race([
          pinned.catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, READY_WITHIN_MS)),
        ])
        return verifier.earliestNonce()
      },
      changeSeed: async (clientSeed) => {
        const state = await verifier.changeSeed(clientSeed)
        queryClient.setQueryData(queryKey, state)
        return state
      },
      verifyAnswer: (round) => {
        moveOn(queryClient, queryKey, round.answer)
        return verifier.verifyAnswer(round)
      },
    }
  }, [player, raise, queryClient])

  useEffect(() => {
    void queryClient.prefetchQuery(stateQuery(fairness))
  }, [queryClient, fairness])

  return (
    <FairnessContext value={fairness}>
      {children}
      <FairnessAlarm alarms={alarms} onDismiss={dismiss} />
    </FairnessContext>
  )
}

function stateQuery({ player, sync }: Pick<Fairness, 'player' | 'sync'>) {
  return queryOptions({
    queryKey: ['/api/fairness', player],
    queryFn: sync,
    enabled: player !== undefined,
  })
}

/** After an answer the standing is that of the round after it. */
function moveOn(
  queryClient: QueryClient,
  queryKey: ReturnType<typeof stateQuery>['queryKey'],
  { nonce, nextServerSeedHash }: GameAnswer,
): void {
  queryClient.setQueryData(queryKey, (state) =>
    state && nonce >= state.nonce
      ? { ...state, nonce: nonce + 1, nextServerSeedHash }
      : state,
  )
  // Another epoch has a root and a seed of its own.
  if (epochOf(nonce + 1) !== epochOf(nonce)) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/**
 * What was found wrong with a player's rounds; another player does not see it.
 */
function useAlarms(player: string | undefined) {
  const [raised, setRaised] = useState<{
    by?: string | undefined
    alarms: readonly Alarm[]
  }>({ alarms: [] })
  const { raise, dismiss } = useMemo(
    () => ({
      raise: (alarm: Alarm) =>
        setRaised(({ by, alarms }) => ({
          by: player,
          alarms: withAlarm(by === player ? alarms : [], alarm),
        })),
      dismiss: () => setRaised({ alarms: [] }),
    }),
    [player],
  )
  return { alarms: raised.by === player ? raised.alarms : [], raise, dismiss }
}

/** The same alarm is raised again with every round; it is told once. */
function withAlarm(known: readonly Alarm[], alarm: Alarm): readonly Alarm[] {
  const text = JSON.stringify(alarm)
  const isKnown = known.some((other) => JSON.stringify(other) === text)
  return isKnown ? known : [...known, alarm]
}
