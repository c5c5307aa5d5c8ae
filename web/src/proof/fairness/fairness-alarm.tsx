import { createPortal } from 'react-dom'
import { EPOCH_SIZE, getFirstNonce } from '#core/fairness/epoch.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { pagePath } from '../../lib/page-path.ts'
import type { Alarm, Mismatch } from './verifier/judge-answer.ts'

type FairnessAlarmProps = {
  alarms: readonly Alarm[]
  onDismiss: () => void
}

/**
 * Shows the latest alarm until it is dismissed. Renders above all dialogs,
 * which disable pointer events elsewhere and close on a press outside.
 */
export function FairnessAlarm({ alarms, onDismiss }: FairnessAlarmProps) {
  const latest = alarms.at(-1)
  if (!latest) return null
  const evidence = findEvidence(latest)
  return createPortal(
    <div
      role="alert"
      aria-live="assertive"
      onPointerDown={(event) => event.stopPropagation()}
      className="rubber-card pointer-events-auto fixed inset-x-4 top-4 z-70 mx-auto flex max-w-160 animate-[toast-in_320ms_var(--ease-spring)] items-center gap-4 bg-bubblegum px-5 py-4 text-on-toy"
    >
      <Bendy mood="error" className="w-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="text-lead">This does not add up</h2>
        <p className="font-semibold">{describeAlarm(latest)}</p>
        <p className="text-small font-semibold">
          Your coins are as shown. Stop playing, save the record, and contact
          the operator.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          {evidence && (
            <a
              href={evidence.href}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('action', 'small')}
            >
              {evidence.name}
            </a>
          )}
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  )
}

/** Links to the page that shows the proof of an alarm and saves it. */
function findEvidence(
  alarm: Alarm,
): { href: string; name: string } | undefined {
  if (alarm.about === 'receipt') {
    return { href: pagePath('/audit'), name: 'Save your receipt' }
  }
  if (alarm.about !== 'race' && alarm.about !== 'round') return undefined
  const id = alarm.about === 'race' ? alarm.recordId : alarm.transactionId
  return { href: pagePath(`/verify/${id}`), name: 'See the record' }
}

function describeAlarm(alarm: Alarm): string {
  switch (alarm.about) {
    case 'root_changed':
      return `The house now shows a different root for ${describeRounds(alarm.epoch)} than the one this browser pinned.`
    case 'commitments_changed':
      return `The commitments for ${describeRounds(alarm.epoch)} do not lead to the root this browser pinned.`
    case 'skipped':
      return `The house skipped your round ${alarm.nonce}: it moved on without playing it.`
    case 'round':
      return mismatchStories[alarm.what]
    case 'race':
    case 'receipt':
      return alarm.explanation
  }
}

function describeRounds(epoch: number): string {
  const first = getFirstNonce(epoch)
  return `your rounds ${first} to ${first + EPOCH_SIZE - 1}`
}

const mismatchStories: Record<Mismatch, string> = {
  actions: 'The house reports different moves than the ones made here.',
  choices:
    'The moves the house offered aren’t the ones the rules allow at that point.',
  bet: 'The house responded with a different bet than the one you placed.',
  client_seed: 'The house used a client seed that was never set.',
  commitment: 'The revealed seed is not the one the house committed to.',
  nonce_reused: 'The house used the same round number for two bets.',
  outcome: 'The seeds lead to a different result than the one shown.',
  other_client_seed:
    'The house used one of your client seeds, but not the one active at the time.',
  other_record:
    'The house sent a different round when this browser requested the record of this one.',
  record_missing: 'The house has no record of a round it had started.',
  round_skipped: 'The house skipped a round right before this one.',
  server_seed: 'The revealed seed doesn’t match its own hash.',
}
