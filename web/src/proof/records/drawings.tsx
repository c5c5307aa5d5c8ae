import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { Verified } from '#core/evidence/verify.ts'
import type { Round } from '#core/fairness/round.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import { Skeleton } from '../../components/skeleton.tsx'

/** Draws a finished round, still. */
export type RoundDrawing = ComponentType<{ round: Round }>

/** Draws the finish of a race, and the horse that a bet was on. */
type RaceDrawing = ComponentType<{ settled: SettledRace | SettledRaceBet }>

export type Drawings = {
  /** By game type; rounds of any other game are only described. */
  rounds: Readonly<Record<string, RoundDrawing>>
  race?: RaceDrawing
}

/** Set by the app, since features must not know each other. */
export const DrawingsContext = createContext<Drawings>({ rounds: {} })

/** Draws the outcome of a replayed record by the code of its game, loaded on demand. */
export function DrawnOutcome({
  verified,
}: {
  verified: Extract<Verified, { kind: 'round' | 'race' }>
}) {
  const drawings = useContext(DrawingsContext)
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      {verified.kind === 'round' ? (
        <DrawnRound drawings={drawings} round={verified.replayed} />
      ) : (
        verified.replayed &&
        drawings.race && <drawings.race settled={verified.replayed} />
      )}
    </Suspense>
  )
}

type DrawnRoundProps = {
  drawings: Drawings
  round: Round | undefined
}

function DrawnRound({ drawings, round }: DrawnRoundProps) {
  const Drawing = round && drawings.rounds[round.gameType]
  return Drawing ? <Drawing round={round} /> : null
}
