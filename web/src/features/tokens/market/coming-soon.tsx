import { Bendy } from '../../../components/bendy.tsx'

/** Stands in for a third party's page until the house has named one. */
export function ComingSoon({ heightPx }: { heightPx: number }) {
  return (
    <div
      className="rubber-card grid place-content-center place-items-center gap-4 p-6 text-center"
      style={{ minHeight: heightPx }}
    >
      <Bendy mood="waiting" className="w-36" />
      <h2 className="text-title">Coming soon</h2>
      <p className="max-w-md text-soft">
        GUMBY has no market to show here yet. Once it has one, this page will.
      </p>
    </div>
  )
}
