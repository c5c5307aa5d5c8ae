import { Component, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'

interface ErrorBoundaryProps {
  /** With a new value the children are shown again: another page may be well. */
  resetKey?: string
  children: ReactNode
}

/**
 * Catches what its children could not, and leaves what stands around them. Code
 * that failed to load stays failed until the page itself is loaded again.
 */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey) {
      this.setState({ hasFailed: false })
    }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Notice mood="error" title="That snapped">
        <p role="alert" className="text-soft">
          This page ran into a problem. Your coins are safe: they live with the
          house, not on this screen.
        </p>
        <Button variant="action" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </Notice>
    )
  }
}
