import { buttonClass } from '../../components/button-class.ts'
import { FoldedCard } from '../../components/folded-card.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { RecordTakeaway } from './record-takeaway.tsx'

/** The record to take along, and what checks it where this site is not. */
export function CheckWithoutUs({ record }: { record: { id: string } }) {
  const { id } = record
  const page = pagePath(`/verify/${id}`)
  const command = `npm run verify -- ${location.origin}${page}`
  return (
    <FoldedCard title="Check it without us">
      <p>
        Keep the record, and check it anywhere: in one file that works with the
        network off, or by the command line with this product's source.{' '}
        <a href={pagePath('/fairness')} target="_blank" rel="noreferrer">
          How it works, step by step
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        <RecordTakeaway record={record} />
        <a
          href={pagePath('/verify.html')}
          download="verify.html"
          className={buttonClass('plain')}
        >
          Download verify.html
        </a>
      </div>
      <p className="well hex px-3 py-2">{command}</p>
    </FoldedCard>
  )
}
