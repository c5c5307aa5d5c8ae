import type { ReactNode } from 'react'

export type FigureRow = readonly [name: string, value: ReactNode]

/** Names and values, one below the other. */
export function FigureList({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className="op-figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
