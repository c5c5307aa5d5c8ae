import { useId } from 'react'
import { useRemembered } from '../../lib/remembered.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { REMINDERS, reminderSetting } from './reminder-setting.ts'

const labels = {
  off: 'Never',
  15: 'Every 15 min',
  30: 'Every 30 min',
  60: 'Every hour',
  120: 'Every 2 hours',
} satisfies Record<(typeof REMINDERS)[number], string>

const options = REMINDERS.map((value) => ({ value, label: labels[value] }))

/** Sets how often this browser reminds its player of the time. */
export function ReminderChoice() {
  const id = useId()
  const chosen = useRemembered(reminderSetting)
  return (
    <section aria-labelledby={id} className="rubber-card grid gap-3 p-4">
      <h3 id={id} className="text-lead">
        Reality check
      </h3>
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
    </section>
  )
}
