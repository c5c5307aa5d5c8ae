import { classNames } from '../lib/class-names.ts'

export type Mood =
  | 'idle'
  | 'tense'
  | 'win'
  | 'loss'
  | 'waiting'
  | 'error'
  | 'lost'

interface BendyProps {
  mood?: Mood
  className?: string
}

/** The house's mascot, a looped rubber band with a face. What he means is also said in words. */
export function Bendy({ mood = 'idle', className }: BendyProps) {
  return (
    <svg
      viewBox="0 0 200 220"
      aria-hidden="true"
      className={classNames('bendy', className)}
      data-mood={mood}
    >
      <path
        d="M100 20a70 80 0 1 0 1 0z"
        fill="none"
        stroke="var(--color-outline)"
        strokeWidth="36"
      />
      <path
        d="M100 20a70 80 0 1 0 1 0z"
        fill="none"
        stroke="var(--color-tangerine)"
        strokeWidth="28"
      />
    </svg>
  )
}
