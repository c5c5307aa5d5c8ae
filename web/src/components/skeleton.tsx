import { classNames } from '../lib/class-names.ts'

/** Placeholder with the size and shape of loading content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('skeleton', className)} />
  )
}
