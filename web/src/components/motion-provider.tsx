import { LazyMotion, MotionConfig } from 'motion/react'
import type { ReactNode } from 'react'

/** Lets the pages inside animate with `motion/react-m`. */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  )
}

async function loadFeatures() {
  return (await import('./motion-features.ts')).motionFeatures
}
