import { classNames } from '../lib/class-names.ts'

/** Holds the place and the shape of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('skeleton', className)} />
  )
}
