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
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { FairnessState } from '#core/api/fairness.ts'
import type { GameAnswer } from '#core/api/rounds.ts'
import { getEpoch } from '#core/fairness/epoch.ts'
import { retryImport } from '../../../lib/lazy-load.ts'
import { useAuth } from '../../../session/auth.tsx'
import { userQuery } from '../../../session/user-query.ts'
import { FairnessAlarm } from '../fairness-alarm.tsx'
import type { SeedChoice } from './client-seeds.ts'
import type { FairnessVerifier, VerifiedPlayer } from './fairness-verifier.ts'
import type { Alarm } from './judge-answer.ts'

export type Fairness = Pick<
  FairnessVerifier,
  'sync' | 'changeSeed' | 'verifyAnswer' | 'verifyEnds'
> & {
  /** The player whose rounds are verified; undefined while signed out. */
  player: string | undefined
  /** Undefined before the verifier has started. */
  seedChoice(state: FairnessState): SeedChoice | undefined
  /**
   * Resolves when the server's commitments are pinned, or after a moment without
   * them: a bet made before could not be proven, only replayed.
   *
   * @returns the first nonce that a bet made then can have, if it is known.
   */
  ready(): Promise<number | undefined>
  /** Shows an alarm until it is dismissed. */
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

/** Returns the state of the player's seeds, for display. */
export function useFairnessState(options?: {
  refetchInterval?: number
  refetchOnMount?: 'always'
}): UseQueryResult<FairnessState> {
  return useQuery({ ...stateQuery(useFairness()), ...options })
}

/** Starts the signed-in player's verifier, and shows its alarms. */
export function FairnessProvider({ children }: { children: ReactNode }) {
  const player = useAuth().user?.id
  const { alarms, raise, dismiss } = useAlarms(player)
  const queryClient = useQueryClient()

  const fairness = useMemo((): Fairness => {
    const { start, running } = lazyVerifier(
      player === undefined
        ? undefined
        : {
            player,
            isPlaying: () =>
              queryClient.getQueryData(userQuery().queryKey)?.id === player,
            onAlarm: raise,
          },
    )
    const sync = async () => (await start()).sync()
    const query = stateQuery({ player, sync })
    const { queryKey } = query
    return {
      player,
      sync,
      raise,
      seedChoice: (state) => running()?.seedChoice(state),
      verifyEnds: async (gameType, openId) =>
        (await start()).verifyEnds(gameType, openId),
      ready: async () => {
        const pinned = queryClient.ensureQueryData(query)
        await Promise.race([
          pinned.catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, READY_WITHIN_MS)),
        ])
        return running()?.earliestNonce()
      },
      changeSeed: async (clientSeed) => {
        const state = await (await start()).changeSeed(clientSeed)
        queryClient.setQueryData(queryKey, state)
        return state
      },
      verifyAnswer: async (round) => {
        advanceState(queryClient, queryKey, round.answer)
        return (await start()).verifyAnswer(round)
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

/**
 * Starts a player's verifier at its first use: visitors do not load its code. A
 * failed start is tried again.
 */
function lazyVerifier(player: VerifiedPlayer | undefined) {
  let starting: Promise<FairnessVerifier> | undefined
  let running: FairnessVerifier | undefined

  async function importAndStart(): Promise<FairnessVerifier> {
    if (!player) throw new Error('Nobody is signed in')
    try {
      const { startVerifier } = await retryImport(
        () => import('./fairness-verifier.ts'),
      )
      running = startVerifier(player)
      return running
    } catch (cause) {
      starting = undefined
      throw cause
    }
  }

  return {
    start: () => {
      starting ??= importAndStart()
      return starting
    },
    running: () => running,
  }
}

function stateQuery({ player, sync }: Pick<Fairness, 'player' | 'sync'>) {
  return queryOptions({
    queryKey: ['/api/fairness', player],
    queryFn: sync,
    enabled: player !== undefined,
  })
}

/** Moves the shown state to the round after an answer. */
function advanceState(
  queryClient: QueryClient,
  queryKey: ReturnType<typeof stateQuery>['queryKey'],
  { nonce, nextServerSeedHash }: GameAnswer,
): void {
  queryClient.setQueryData(queryKey, (state) =>
    state && nonce >= state.nonce
      ? { ...state, nonce: nonce + 1, nextServerSeedHash }
      : state,
  )
  // Each epoch has its own root and seed.
  if (getEpoch(nonce + 1) !== getEpoch(nonce)) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Returns the alarms of the signed-in player only. */
function useAlarms(player: string | undefined) {
  const [raised, setRaised] = useState<
    readonly { player: string | undefined; alarm: Alarm }[]
  >([])
  const raise = useCallback(
    (alarm: Alarm) => {
      const text = JSON.stringify({ player, alarm })
      // Every round may raise the same alarm again.
      setRaised((known) =>
        known.some((one) => JSON.stringify(one) === text)
          ? known
          : [...known, { player, alarm }],
      )
    },
    [player],
  )
  const dismiss = useCallback(() => setRaised([]), [])
  const alarms = raised
    .filter((one) => one.player === player)
    .map(({ alarm }) => alarm)
  return { alarms, raise, dismiss }
}
