import { Bendy } from '../../components/bendy.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'

/** What was checked of a record; undefined where it is no more than a note. */
export type Check = { holds: boolean | undefined; text: string }

/** Why an outcome could not have been another, in plain words; weaker where it could in part. */
export type Reason = { isWeaker?: boolean; title: string; text: string }

interface VerdictCardProps {
  isSuccessful: boolean
  /** Told where all checks hold. */
  reasons: readonly Reason[]
  checks: readonly Check[]
  /** What the checks' words mean. */
  glossary: string
}

/** The answer first; under it why, and what was checked. */
export function VerdictCard(props: VerdictCardProps) {
  const { isSuccessful, reasons, checks, glossary } = props
  const weaker = reasons.find(({ isWeaker }) => isWeaker)
  const colour = weaker ? 'bg-sun' : 'bg-lime'
  return (
    <section
      role={isSuccessful ? 'status' : 'alert'}
      className="rubber-card overflow-hidden"
    >
      <div
        className={classNames(
          'flex items-center gap-4 border-outline border-b-3 p-4 text-on-toy sm:gap-6 sm:p-5',
          isSuccessful ? colour : 'bg-bubblegum',
        )}
      >
        <Bendy
          mood={isSuccessful ? 'win' : 'error'}
          className="ml-1 w-16 shrink-0 sm:w-20"
        />
        <div>
          <h2 className="text-title max-sm:text-lead">
            {isSuccessful ? 'Verification Successful' : 'Verification Failed'}
          </h2>
          <p className="font-semibold">
            {isSuccessful
              ? 'The game outcome has been verified as legitimate and fair.'
              : 'The verification hashes do not match. This could indicate an issue with the game outcome.'}
          </p>
          {isSuccessful && weaker && (
            <p className="text-small font-semibold">
              Weakest part: {weaker.text}
            </p>
          )}
        </div>
      </div>
      {isSuccessful ? (
        <>
          <Reasons reasons={reasons} />
          <details className="px-5 pb-3">
            <summary className="more">Check by check</summary>
            <p className="mb-3 text-soft">{glossary}</p>
            <Checks checks={checks} />
          </details>
        </>
      ) : (
        <div className="p-5">
          <Checks checks={checks} />
        </div>
      )}
    </section>
  )
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <div className="grid gap-3 p-5 pb-1">
      <h3 className="text-lead">Why it could not have been otherwise</h3>
      <ol className="grid gap-3">
        {reasons.map(({ isWeaker = false, title, text }) => (
          <li key={title} className="flex gap-3">
            <ShieldIcon {...marks[isWeaker ? 'undefined' : 'true']} />
            <p>
              {isWeaker && <span className="sr-only">Weaker: </span>}
              <strong>{title}.</strong> <span>{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** What was checked, line by line. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-2">
      {checks.map(({ holds, text }) => (
        <li key={text} className="flex gap-3">
          <ShieldIcon {...marks[`${holds}`]} />
          <span>
            <span className="sr-only">{words[`${holds}`]}</span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

const marks = {
  true: { mark: 'check', className: 'text-lime' },
  false: { mark: 'cross', className: 'text-bubblegum' },
  undefined: { mark: 'dash', className: 'text-sun' },
} as const

const words = { true: 'Holds: ', false: 'Broken: ', undefined: 'Note: ' }
