import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { ErrorBoundary } from '../components/region.tsx'

type PageBoundaryProps = {
  /** A new value resets the error. */
  resetKey?: string
  children: ReactNode
}

/**
 * Contains a page's error. Code that failed to load stays failed until the
 * browser reloads.
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
