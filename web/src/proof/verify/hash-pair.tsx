import { classNames } from '../../lib/class-names.ts'
import { Datum } from './datum.tsx'
import { orNotAvailable } from './or-not-available.ts'

/** The two hashes that must be the same, side by side. */
export function HashPair(props: {
  settled: string
  replayed: string | undefined
}) {
  const { settled, replayed } = props
  const isSame = settled === replayed
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_auto_1fr] md:items-end">
      <Datum name="Expected hash: the round as it was settled">{settled}</Datum>
      <span
        aria-hidden="true"
        className={classNames(
          'pb-2 text-center font-display text-title font-bold',
          isSame ? 'text-lime-text' : 'text-bubblegum-text',
          // Nothing to compare with.
          replayed === undefined && 'invisible',
        )}
      >
        {isSame ? '=' : '≠'}
      </span>
      <Datum name="Verified hash: the round as your browser replayed it">
        {orNotAvailable(replayed)}
      </Datum>
    </div>
  )
}
