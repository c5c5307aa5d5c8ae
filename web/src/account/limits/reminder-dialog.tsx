import { useQuery } from '@tanstack/react-query'
import { readPlaySummary } from '#core/api/history.ts'
import { countText } from '#core/count-text.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, type DialogState } from '../../components/dialog.tsx'
import { call } from '../../lib/call.ts'
import { coinsText } from '../../lib/format.ts'
import { openAccountSheet } from '../../session/open-account-sheet.ts'

type ReminderDialogProps = DialogState & {
  player: string
  /** Start of the session in epoch milliseconds. */
  sinceMs: number
}

/** Shows the duration of play, and wins or losses. */
export function ReminderDialog(props: ReminderDialogProps) {
  const { open, onOpenChange } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Time check">
      <Told {...props} />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button
          onClick={() => {
            onOpenChange(false)
            openAccountSheet()
          }}
        >
          Limits and breaks
        </Button>
        <Button variant="go" onClick={() => onOpenChange(false)}>
          Keep playing
        </Button>
      </div>
    </Dialog>
  )
}

/** Remounted for each reminder, so that the figures are current. */
function Told({ player, sinceMs }: ReminderDialogProps) {
  const from = new Date(sinceMs).toISOString()
  const { data, isFetching } = useQuery({
    queryKey: [readPlaySummary.path, player, from],
    queryFn: () => call(readPlaySummary, { query: { from } }),
    refetchOnMount: 'always',
  })
  const minutes = Math.round((Date.now() - sinceMs) / MINUTE_MS)
  return (
    <div className="grid gap-1 text-lead">
      <p>You have been playing for {durationText(minutes)}.</p>
      <p aria-live="polite">
        {isFetching
          ? 'Adding up…'
          : broughtText(data?.curve.at(-1)?.profit, data?.games.length)}
      </p>
    </div>
  )
}

function broughtText(profit: number | undefined, games: number | undefined) {
  if (games === undefined) return 'Your results could not be loaded.'
  if (games === 0 || profit === undefined)
    return 'You placed no bets in that time.'
  if (profit === 0) return 'You broke even.'
  return profit > 0
    ? `You won ${coinsText(profit)}.`
    : `You lost ${coinsText(-profit)}.`
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    hours > 0 && countText(hours, 'hour'),
    (rest > 0 || hours === 0) && countText(rest, 'minute'),
  ]
  return parts.filter(Boolean).join(' and ')
}
