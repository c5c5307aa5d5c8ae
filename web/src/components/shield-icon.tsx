import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type ShieldMark = 'check' | 'dash' | 'cross' | 'none'

interface ShieldIconProps {
  mark: ShieldMark
  className?: string
}

/** A rubber shield. Put the meaning of its mark in words, too. */
export function ShieldIcon({ mark, className }: ShieldIconProps) {
  return (
    <svg
      viewBox="0 0 32 36"
      aria-hidden="true"
      data-mark={mark}
      className={classNames(
        'inline-block h-[1.5em] w-auto shrink-0',
        className,
      )}
    >
      <path
        d="M16 3c4 3 8 4 12 4 1 12-2 20-12 26C6 27 3 19 4 7c4 0 8-1 12-4z"
        fill="currentColor"
        stroke="var(--color-outline)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M9 11c0 4 0 7 1.500 10"
        fill="none"
        stroke="var(--color-shine)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <g
        fill="none"
        stroke="var(--color-outline)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {lines[mark]}
      </g>
    </svg>
  )
}

const lines: Record<ShieldMark, ReactNode> = {
  check: <path d="M10.500 18l4 4.500 7.500-9" />,
  dash: <path d="M11 18h10" />,
  cross: <path d="M11.500 13.500l9 9m0-9l-9 9" />,
  none: null,
}
