import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useCoolOff } from '../../domain/play/limits-api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatTime } from '../../lib/format.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** In minutes. */
const BREAKS = [
  { minutes: HOUR, label: '1 hour' },
  { minutes: 6 * HOUR, label: '6 hours' },
  { minutes: DAY, label: '24 hours' },
  { minutes: 7 * DAY, label: '7 days' },
  { minutes: 30 * DAY, label: '30 days' },
  { minutes: 42 * DAY, label: '6 weeks' },
] as const

interface BreakFormProps {
  player: string
  /** When the one that is on ends. */
  until: string | null
}

/** A time without bets, which nothing ends early. */
export function BreakForm({ player, until }: BreakFormProps) {
  const id = useId()
  const [minutes, setMinutes] = useState<number>(DAY)
  const [isAsking, setAsking] = useState(false)
  const taking = useCoolOff(player)
  const label = BREAKS.find((one) => one.minutes === minutes)?.label
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3">
      <h3 id={`${id}-title`} className="text-lead">
        Take a break
      </h3>
      {until && (
        <p className="note-line">
          You are on a break until {formatTime(until)}.
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid gap-1.5">
          <label htmlFor={id} className="font-display font-medium">
            No bets for
          </label>
          <div className="well">
            <select
              id={id}
              value={minutes}
              onChange={({ target }) => setMinutes(Number(target.value))}
              className="h-12 rounded-toy bg-transparent px-3 text-lead outline-none"
            >
              {BREAKS.map((one) => (
                <option key={one.minutes} value={one.minutes}>
                  {one.label}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {until ? 'Make it longer' : 'Take a break'}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`No bets for ${label}?`}
        description="It starts at once, and nobody can end it early, not even the house. A hand that is open can still be finished, and bets that are placed are settled."
      >
        {taking.error && (
          <p role="alert" className="mb-3 font-bold text-bubblegum-text">
            {errorMessage(taking.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(false)}>Not now</Button>
          <Button
            variant="danger"
            pending={taking.isPending}
            onClick={() =>
              taking.mutate(minutes, { onSuccess: () => setAsking(false) })
            }
          >
            Start the break
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
