import { Bendy } from '../../../components/bendy.tsx'
import { Spinner } from '../../../components/spinner.tsx'

interface ComingSoonProps {
  heightPx: number
  /** False until the page knows of no third party. */
  isKnown: boolean
}

/** Stands in for a third party's page until the house has named one. */
export function ComingSoon({ heightPx, isKnown }: ComingSoonProps) {
  return (
    <div
      className="rubber-card grid place-content-center place-items-center gap-4 p-6 text-center"
      style={{ minHeight: heightPx }}
    >
      {isKnown ? (
        <>
          <Bendy mood="waiting" className="w-36" />
          <h2 className="text-title">Coming soon</h2>
          <p className="max-w-md text-soft">
            GUMBY has no market to show here yet. Once it has one, this page
            will.
          </p>
        </>
      ) : (
        <Spinner label="Loading…" />
      )}
    </div>
  )
}
