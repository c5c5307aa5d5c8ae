import { useId } from 'react'
import { useRemembered } from '../../lib/remembered.ts'
import { REMINDERS, reminderSetting } from './reminder-setting.ts'

/** Whether and when this browser reminds its player of the time. */
export function ReminderChoice() {
  const id = useId()
  const chosen = useRemembered(reminderSetting)
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3">
      <h3 id={`${id}-title`} className="text-lead">
        Reality reminder
      </h3>
      <p className="text-small text-soft">
        This browser tells you how long you have played, and what it brought.
      </p>
      <label htmlFor={id} className="font-display font-medium">
        Remind me
      </label>
      <div className="well justify-self-start">
        <select
          id={id}
          value={chosen}
          onChange={({ target }) =>
            reminderSetting.set(
              REMINDERS.find((one) => one === target.value) ?? 'off',
            )
          }
          className="h-12 rounded-toy bg-transparent px-3 text-lead outline-none"
        >
          {REMINDERS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 'off' ? 'Never' : `Every ${minutes} minutes`}
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}
