import { type Mark, MarkIcon } from './mark-icon.tsx'

interface StatusChipProps {
  mark: Mark
  children: string
}

/** One word on how things stand. */
export function StatusChip({ mark, children }: StatusChipProps) {
  return (
    <span className="status-chip" data-mark={mark}>
      <MarkIcon mark={mark} />
      {children}
    </span>
  )
}
