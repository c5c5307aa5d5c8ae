import { Suspense, useContext } from 'react'
import type { Round } from '#core/fairness/round.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { DrawingsContext } from './drawings.ts'

/** A round's outcome, drawn by the code of its game, which is fetched for it. */
export function DrawnRound({ round }: { round: Round }) {
  const Drawing = useContext(DrawingsContext).rounds[round.gameType]
  if (!Drawing) return null
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <Drawing round={round} />
    </Suspense>
  )
}

/** A race's finish, drawn likewise. */
export function DrawnRace({
  settled,
}: {
  settled: SettledRace | SettledRaceBet
}) {
  const { race: Drawing } = useContext(DrawingsContext)
  if (!Drawing) return null
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <Drawing settled={settled} />
    </Suspense>
  )
}
