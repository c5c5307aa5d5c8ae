import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { Region } from '../../components/region.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { classNames } from '../../lib/class-names.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatClock } from '../../lib/format.ts'

interface PanelProps {
  title: string
  /** Beside the title: buttons, links, a choice. */
  tools?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of the page under a name of its own, which may fail alone. */
export function Panel({ title, tools, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('op-panel', className)}>
      <header className="op-panel-head">
        <h2 id={id}>{title}</h2>
        {tools && <div className="op-tools">{tools}</div>}
      </header>
      <Region name={title}>{children}</Region>
    </section>
  )
}

/** Shows a query in a panel, whatever it asks for. */
interface Asked<Data> {
  data: Data | undefined
  error: Error | null
  dataUpdatedAt: number
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Asked<Data>
  /** The height of what comes, as a class. */
  skeleton?: string
  children: (data: Data) => ReactNode
}

/** Waits for an answer, says why there is none, and marks one that is old. */
export function Loaded<Data>({
  query,
  skeleton = 'h-32',
  children,
}: LoadedProps<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined) {
    return error ? (
      <Failure error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className={classNames('m-3', skeleton)} />
    )
  }
  return (
    <>
      {error && (
        <p role="status" className="op-old">
          Not refreshed: {errorMessage(error)} This is of{' '}
          {formatClock(new Date(dataUpdatedAt).toISOString())}.
        </p>
      )}
      {children(data)}
    </>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="op-empty">
      <p role="alert">{errorMessage(error)}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
