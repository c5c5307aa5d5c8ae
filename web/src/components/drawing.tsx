import type { ReactNode } from 'react'

/** A sticker's drawing, 300 wide and 140 high, all in thick ink. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 140" aria-hidden="true" className="h-full w-full">
      <g
        stroke="var(--color-outline)"
        strokeWidth="6"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {children}
      </g>
    </svg>
  )
}
