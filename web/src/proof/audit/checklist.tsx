import { Bendy } from '../../components/bendy.tsx'
import { type Check, CheckList } from '../../components/check-list.tsx'
import { classNames } from '../../lib/class-names.ts'

/** The verdict in the colour of the weakest check, and each check as it lights up. */
export function Checklist({ checks }: { checks: readonly Check[] }) {
  const verdict = verdictOf(checks)
  return (
    <section aria-label="Checks" className="rubber-card overflow-hidden">
      <div
        role={verdict.state === 'broken' ? 'alert' : 'status'}
        className={classNames('audit-verdict', `audit-${verdict.state}`)}
      >
        <Bendy mood={verdict.mood} className="w-16 shrink-0 sm:w-20" />
        <div>
          <h2 className="text-title max-sm:text-lead">{verdict.title}</h2>
          <div className="font-semibold">{verdict.text}</div>
        </div>
      </div>
      <CheckList checks={checks} />
    </section>
  )
}

function verdictOf(checks: readonly Check[]) {
  const of = (state: Check['state']) =>
    checks.filter((check) => check.state === state)
  const [broken, notes, waiting] = [of('broken'), of('note'), of('waiting')]
  const held = of('held').length
  if (broken.length > 0) {
    return {
      state: 'broken',
      mood: 'error',
      title: 'This does not add up',
      text: (
        <>
          {broken.map(({ title, text }) => (
            <p key={title}>{text}</p>
          ))}
          <p className="text-small">
            Save this page’s data from <code className="hex">/api/audit</code>{' '}
            and <code className="hex">/api/audit/liabilities/mine</code>, stop
            playing, and ask the operator.
          </p>
        </>
      ),
    } as const
  }
  if (waiting.length > 0) {
    return {
      state: 'waiting',
      mood: 'tense',
      title: 'Your browser is checking the books…',
      text: `${held} of ${checks.length} checked.`,
    } as const
  }
  if (notes.length > 0) {
    return {
      state: 'note',
      mood: 'idle',
      title: `${held} of ${checks.length} checks hold. ${notes.length} ${notes.length === 1 ? 'has' : 'have'} to wait.`,
      text: notes[0]?.text,
    } as const
  }
  return {
    state: 'held',
    mood: 'win',
    title: 'Everything adds up',
    text: `${held} checks, all computed just now in your browser.`,
  } as const
}
