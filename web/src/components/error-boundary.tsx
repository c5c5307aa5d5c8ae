import { Component, type ReactNode } from 'react'

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
