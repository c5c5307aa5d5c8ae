import { Bendy } from './bendy.tsx'

/** Bendy winding himself up while something loads. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid place-items-center gap-2">
      <Bendy mood="waiting" className="w-24" />
      <span className="font-display text-soft">{label}</span>
    </div>
  )
}

/** Fills the place of a page while it loads. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner />
    </div>
  )
}
