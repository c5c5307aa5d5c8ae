import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

type RegionProps = {
  /** Names it in the error text: "The drawer ran into a problem". */
  name: string
  children: ReactNode
}

/** Contains a render error to one part of the screen, with a button to retry. */
export function Region({ name, children }: RegionProps) {
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <div className="well grid justify-items-start gap-3 p-4">
          <p role="alert">
            {name} ran into a problem. Everything else still works, and your
            coins are safe.
          </p>
          <Button size="small" onClick={retry}>
            Reload it
          </Button>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

/** Renders nothing after an error: for components with no or optional content. */
export function QuietRegion({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
}

type ErrorBoundaryProps = {
  /** A new value resets the error, as after navigation. */
  resetKey?: string
  /** Replaces the children after an error; `retry` renders them again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches render errors of its children. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => this.setState({ hasFailed: false })

  override render() {
    const { children, fallback } = this.props
    return this.state.hasFailed ? fallback(this.retry) : children
  }
}
