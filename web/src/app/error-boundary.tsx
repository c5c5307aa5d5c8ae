import { Component, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'

interface ErrorBoundaryProps {
  /** A new value gives the page another try. */
  resetKey: string
  children: ReactNode
}

/** Catches what a page could not, and leaves the rest of the site standing. */
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
