import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../components/button.tsx'
import { Region } from '../components/region.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { classNames } from '../lib/class-names.ts'
import { errorMessage } from '../lib/error-message.ts'
import { formatClock } from '../lib/format.ts'

type PanelProps = {
  title: string
  /** Right of the title: buttons, links, a choice. */
  tools?: ReactNode
  className?: string
  children: ReactNode
}

/** A named part of the page, with its own error boundary. */
export function Panel({ title, tools, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        '@container min-w-0 overflow-clip rounded-flat border-2 border-outline bg-panel',
        className,
      )}
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-outline border-b-2 px-3 py-1.5">
        <h2 id={id} className="wrap-anywhere text-base">
          {title}
        </h2>
        {tools && <Tools>{tools}</Tools>}
      </header>
      <Region name={title}>{children}</Region>
    </section>
  )
}

/** Buttons and links side by side. */
export function Tools({ children }: { children: ReactNode }) {
  return <span className="op-tools">{children}</span>
}

/** Stacks panels. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 content-start gap-3">{children}</div>
}

/** Two stacks side by side where there is room, the first one wider. */
export function Halves({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {children}
    </div>
  )
}

/** As many panels side by side as have room. */
export function PanelRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] items-start gap-3">
      {children}
    </div>
  )
}

export function CsvLink({ title, href }: { title: string; href: string }) {
  return (
    <a
      href={href}
      download
      className="text-link op-link"
      aria-label={`${title} as CSV`}
    >
      CSV
    </a>
  )
}

type ChoiceProps = {
  label: string
  value: string
  /** Values and their names. */
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

/** Narrows down what a panel shows. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className="op-input"
      onChange={(event) => onChange(event.target.value)}
    >
      {Object.entries(options).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Names and values, one below the other; undefined ones are left out. */
export type Figures = Readonly<Record<string, ReactNode>>

export function FigureList({ figures }: { figures: Figures }) {
  return (
    <dl className="px-3 pt-1 pb-2 [&>div+div]:border-raised [&>div+div]:border-t">
      {Object.entries(figures)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-1">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere min-w-0 text-end font-semibold">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The part of a query that a panel shows. */
export type LoadedQuery<Data> = {
  data: Data | undefined
  error: Error | null
  dataUpdatedAt: number
  refetch: () => unknown
}

type LoadedProps<Data> = {
  query: LoadedQuery<Data>
  /** The height of the data, as a class. */
  skeleton?: string
  children: (data: Data) => ReactNode
}

/** Shows a query's data, its loading and error states, and a mark when it is stale. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, skeleton = 'h-32', children } = props
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined && error) {
    return (
      <div className="grid justify-items-start gap-2 p-3">
        <p role="alert">{errorMessage(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (data === undefined) {
    return <Skeleton className={classNames('m-3', skeleton)} />
  }
  return (
    <>
      {error && (
        <Warning role="status">
          Not refreshed: {errorMessage(error)} This is from{' '}
          {formatClock(new Date(dataUpdatedAt).toISOString())}.
        </Warning>
      )}
      {children(data)}
    </>
  )
}

/** A line on yellow. */
export function Warning({ className, ...rest }: ComponentProps<'p'>) {
  return (
    <p
      className={classNames(
        'bg-sun px-3 py-1.5 font-semibold text-on-toy',
        className,
      )}
      {...rest}
    />
  )
}

/** A sentence or two in a panel. */
export function Note(props: ComponentProps<'p'>) {
  return <p className="p-3 text-soft" {...props} />
}
