import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

interface RegionProps {
  /** As its failure is told: "The drawer ran into a problem". */
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
            {name} ran into a problem. Everything else goes on, and your coins
            are safe.
          </p>
          <Button size="small" onClick={retry}>
            Show it again
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
