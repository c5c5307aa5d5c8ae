import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface RegionProps {
  /** Names it in the error text: "The drawer ran into a problem". */
  name: string
  children: ReactNode
}

/** A part of the screen that may fail alone: what stands around it goes on. */
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

/** For what is no place on the screen, or none that would be missed. */
export function QuietRegion({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
}

interface ErrorBoundaryProps {
  /** With a new value the children are shown again: another page may be well. */
  resetKey?: string
  /** Stands in for the children; `retry` shows them again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches what its children throw, and leaves what stands around them. */
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
