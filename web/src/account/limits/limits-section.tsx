import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Section } from '../../components/section.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { limitsQuery } from '../../games/shared/limits.ts'
import { usePersistedSetting } from '../../lib/persisted-setting.ts'
import { BreakForm } from './break-form.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import { LimitsForm } from './limits-form.tsx'
import { REMINDERS, reminderSetting } from './play-reminder.tsx'

/** The drawer's 'Limits' tab: limits that players set for themselves. */
export function LimitsSection({ player }: { player: string }) {
  const { data, isError, refetch } = useQuery(limitsQuery(player))
  return (
    <div className="grid gap-4">
      {data && (
        <>
          {/* Keeps the player's input until the API has other limits. */}
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
        <LoadFailure onRetry={refetch}>
          Your limits could not be loaded. They still apply.
        </LoadFailure>
      )}
      <ReminderChoice />
    </div>
  )
}

const labels = {
  off: 'Never',
  15: 'Every 15 min',
  30: 'Every 30 min',
  60: 'Every hour',
  120: 'Every 2 hours',
} satisfies Record<(typeof REMINDERS)[number], string>

const options = REMINDERS.map((value) => ({ value, label: labels[value] }))

function ReminderChoice() {
  const chosen = usePersistedSetting(reminderSetting)
  return (
    <Section
      title="Reality check"
      level="h3"
      className="rubber-card grid gap-3 p-4"
    >
      <p className="text-small text-soft">
        Shows you from time to time how long you have played, and what you won
        or lost. Applies to this browser.
      </p>
      <ChoiceChips
        legend="Remind me"
        options={options}
        chosen={chosen}
        onChoose={reminderSetting.set}
      />
    </Section>
  )
}
