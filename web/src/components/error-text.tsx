import { classNames } from '../lib/class-names.ts'

type ErrorTextProps = {
  /** Renders nothing without one. */
  children: string | false | null | undefined
  className?: string
}

/** An error that belongs to no field, announced to screen readers. */
export function ErrorText({ children, className }: ErrorTextProps) {
  if (!children) return null
  return (
    <p
      role="alert"
      className={classNames('font-bold text-bubblegum-text', className)}
    >
      {children}
    </p>
  )
}
