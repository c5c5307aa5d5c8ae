import type { ReactNode } from 'react'

/** What makes a horse that horse. Each part is drawn where it belongs on the body. */
export type Outfit = {
  /** From its root at 0 0 to the left. */
  tail: ReactNode
  /** Behind the neck. */
  mane: ReactNode
  onBody?: ReactNode
  underEyes?: ReactNode
  onFace?: ReactNode
}
