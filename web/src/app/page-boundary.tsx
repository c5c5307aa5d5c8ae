import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { ErrorBoundary } from '../components/region.tsx'

interface PageBoundaryProps {
  /** With a new value the page is shown again. */
  resetKey?: string
  children: ReactNode
}

/**
 * Keeps one page's failure to its place on the screen. Code that failed to load
 * stays failed until the page itself is loaded again.
 */
export function PageBoundary({ resetKey, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      {...(resetKey !== undefined && { resetKey })}
      fallback={() => <Snapped />}
    >
      {children}
    </ErrorBoundary>
  )
}

function Snapped() {
  return (
    <Notice mood="error" title="That snapped">
      <p role="alert" className="text-soft">
        This page ran into a problem. Your coins are safe: they live in our
        ledger, not on this screen.
      </p>
      <Button variant="action" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </Notice>
  )
}
