import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Section } from '../../components/section.tsx'
import { useCoolOff } from '../../games/shared/limits.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatRowTime } from '../../lib/format.ts'
import { ChoiceChips } from './choice-chips.tsx'

const HOUR = 60
const DAY = 24 * HOUR

/** In minutes. */
const BREAKS = [
  { value: HOUR, label: '1 hour' },
  { value: 6 * HOUR, label: '6 hours' },
  { value: DAY, label: '24 hours' },
  { value: 7 * DAY, label: '7 days' },
  { value: 30 * DAY, label: '30 days' },
  { value: 42 * DAY, label: '6 weeks' },
] as const

interface BreakFormProps {
  player: string
  /** End of the current break. */
  until: string | null
}

/** Starts a time without bets, which can't be ended early. */
export function BreakForm({ player, until }: BreakFormProps) {
  const [minutes, setMinutes] = useState<number>(DAY)
  const [isAsking, setAsking] = useState(false)
  const taking = useCoolOff(player)
  const label = BREAKS.find(({ value }) => value === minutes)?.label
  return (
    <Section
      title="Take a break"
      level="h3"
      className="rubber-card grid gap-3 p-4"
    >
      {until && (
        <p className="rounded-toy border-3 border-outline bg-sun px-3 py-2 font-semibold text-on-toy">
          You are on a break until {formatRowTime(until)}.
        </p>
      )}
      <p className="text-small text-soft">
        No bets until it is over. Nobody can end it early, not even us.
      </p>
      <ChoiceChips
        legend="No bets for"
        options={BREAKS}
        chosen={minutes}
        onChoose={setMinutes}
      />
      <Button
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {until ? 'Make it longer' : 'Take a break'}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`No bets for ${label}?`}
        description="It starts at once, and nobody can end it early. You can still finish an open hand, and bets you have placed are settled."
      >
        <ErrorText className="mb-3">
          {taking.error && errorMessage(taking.error)}
        </ErrorText>
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
    </Section>
  )
}
