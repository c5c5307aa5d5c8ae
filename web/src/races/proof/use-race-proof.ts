import { useEffect, useMemo, useState } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { memoryStorage } from '../../lib/key-value-storage.ts'
import { useFairness } from '../../proof/fairness/verifier/fairness-provider.tsx'
import { sharedStorage } from '../../proof/fairness/verifier/pin-store.ts'
import { usePush, useRaceNews } from '../../session/socket-provider.tsx'
import type { Scene } from '../race-scene.ts'
import { raceAlarmText } from './judge-race-bet.ts'
import { createTicketStore } from './race-ticket.ts'
import {
  type RaceAlarm,
  type RaceProofState,
  RaceVerifier,
  readRaceBetRecord,
} from './race-verifier.ts'

/** State of the bets on the last race. */
export type CheckedBets = { recordId: string; state: RaceProofState }

/** Verifies the player's bets as their races end, and raises the alarm where something does not add up. */
export function useRaceProof(scene: Scene | undefined) {
  const { player, raise } = useFairness()
  const [bets, setBets] = useState<readonly CheckedBets[]>([])
  const alarm = useMemo(
    () =>
      ({ recordId, what }: RaceAlarm) =>
        raise({ about: 'race', recordId, explanation: raceAlarmText[what] }),
    [raise],
  )
  const verifier = useMemo(
    () =>
      new RaceVerifier({
        hashes: nobleHashes,
        tickets: player
          ? createTicketStore(sharedStorage(), player)
          : createTicketStore(memoryStorage(), ''),
        record: readRaceBetRecord,
        onState: (recordId, state) =>
          setBets((before) => [
            ...before.filter((bet) => bet.recordId !== recordId),
            { recordId, state },
          ]),
        onAlarm: alarm,
      }),
    [player, alarm],
  )
  useRaceNews(({ message }) => {
    if (message.type === 'raceStart') setBets([])
    verifier.receive(message)
  })
  usePush((news) => {
    if (news.type === 'bet' && news.gameType === RACE_GAME_TYPE) {
      verifier.noteEnd(news)
    }
  })

  const otherId = scene && findWinnerMismatch(scene)
  useEffect(() => {
    if (otherId) alarm({ recordId: otherId, what: 'outcome' })
  }, [otherId, alarm])
  return { checked: findWorst(bets), verifier }
}

/** Returns the race whose announced winner differs from the replay. */
function findWinnerMismatch({ end, run }: Scene): string | undefined {
  if (!run || !end || end.result.void) return undefined
  const isOther = end.result.winner !== run.course.winner
  return isOther ? run.start.raceId : undefined
}

const FROM_WORST: readonly RaceProofState[] = [
  'mismatch',
  'unchecked',
  'checking',
  'open',
  'unknown',
  'void',
  'weaker',
  'proven',
]

/** Returns the worst state, which the shield shows. */
function findWorst(bets: readonly CheckedBets[]): CheckedBets | undefined {
  const [worst] = bets.toSorted(
    (one, other) =>
      FROM_WORST.indexOf(one.state) - FROM_WORST.indexOf(other.state),
  )
  return worst
}
