import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'

type Row = readonly [name: string, value: string]

interface FiguresProps {
  rows: readonly Row[]
  total: Row
  /** Whether the total is what it has to be. */
  isRight: boolean
}

/** Coins under each other, and what they come to. */
export function Figures({ rows, total, isRight }: FiguresProps) {
  const [name, value] = total
  return (
    <dl className="audit-figures">
      {rows.map(([rowName, rowValue]) => (
        <div key={rowName}>
          <dt>{rowName}</dt>
          <dd>{rowValue}</dd>
        </div>
      ))}
      <div className={classNames('audit-total', !isRight && 'audit-wrong')}>
        <dt className="flex items-center gap-2">
          <ShieldIcon
            mark={isRight ? 'check' : 'cross'}
            className={isRight ? 'text-lime' : 'text-on-toy'}
          />
          {isRight ? name : `${name}, which has to be 0`}
        </dt>
        <dd>{value}</dd>
      </div>
    </dl>
  )
}
