import { classNames } from '../lib/class-names.ts'
import { Button } from './button.tsx'

type LoadFailureProps = {
  children: string
  onRetry: () => unknown
  className?: string
}

/** Says that something could not be loaded, and offers to try again. */
export function LoadFailure(props: LoadFailureProps) {
  const { children, onRetry, className } = props
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-3',
        className,
      )}
    >
      <p>{children}</p>
      <Button size="small" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
