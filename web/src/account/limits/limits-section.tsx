import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { limitsQuery } from '../../games/shared/limits.ts'
import { BreakForm } from './break-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { ReminderChoice } from './reminder-choice.tsx'
import './limits.css'

/** Limits that players set for themselves; off until they do. */
export function LimitsSection({ player }: { player: string }) {
  const { data, isError, refetch } = useQuery(limitsQuery(player))
  return (
    <div className="grid gap-4">
      {data && (
        <>
          {/* What is typed is kept until the API has other limits. */}
          <LimitsForm
            key={`${data.dailyStake} ${data.dailyLoss} ${data.pending?.from}`}
            player={player}
            limits={data}
          />
          <BreakForm player={player} until={data.coolOffUntil} />
        </>
      )}
      {!data && !isError && <Skeleton className="h-64" />}
      {!data && isError && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>Your limits could not be loaded. They still apply.</p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      <ReminderChoice />
    </div>
  )
}
