import { Bendy } from '../../components/bendy.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'

/** What was checked of a record; undefined where it is no more than a note. */
export type Check = { holds: boolean | undefined; text: string }

interface VerdictCardProps {
  isSuccessful: boolean
  checks: readonly Check[]
}

/** The answer first; under it, what was checked. */
export function VerdictCard({ isSuccessful, checks }: VerdictCardProps) {
  return (
    <section
      role={isSuccessful ? 'status' : 'alert'}
      className="rubber-card overflow-hidden"
    >
      <div
        className={classNames(
          'flex items-center gap-6 border-outline border-b-3 p-5 text-on-toy',
          isSuccessful ? 'bg-lime' : 'bg-bubblegum',
        )}
      >
        <Bendy
          mood={isSuccessful ? 'win' : 'error'}
          className="ml-1 w-20 shrink-0"
        />
        <div>
          <h2 className="text-title">
            {isSuccessful ? 'Verification Successful' : 'Verification Failed'}
          </h2>
          <p className="font-semibold">
            {isSuccessful
              ? 'The game outcome has been verified as legitimate and fair.'
              : 'The verification hashes do not match. This could indicate an issue with the game outcome.'}
          </p>
        </div>
      </div>
      <ul className="grid gap-2 p-5">
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
    </section>
  )
}

const marks = {
  true: { mark: 'check', className: 'text-lime' },
  false: { mark: 'cross', className: 'text-bubblegum' },
  undefined: { mark: 'dash', className: 'text-sun' },
} as const

const words = { true: 'Holds: ', false: 'Broken: ', undefined: 'Note: ' }
