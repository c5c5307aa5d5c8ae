import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Card } from '../../components/card.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { useToast } from '../../lib/toast.ts'
import { recordPath } from './record-query.ts'

/** The record to take along, and what checks it where this site is not. */
export function CheckWithoutUs({ record }: { record: { id: string } }) {
  const { id } = record
  const page = pagePath(`/verify/${id}`)
  const command = `npm run verify -- ${location.origin}${page}`
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Check it without us</h2>
      <p>
        Keep the record, and check it anywhere: in one file that works with the
        network off, or by the command line with this product's source.{' '}
        <a href={pagePath('/fairness')} target="_blank" rel="noreferrer">
          How it works, step by step
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          href={recordPath(id)}
          download={`round-${id}.json`}
          className={buttonClass('action')}
        >
          Download the record
        </a>
        <CopyRecord record={record} />
        <a
          href={pagePath('/verify.html')}
          download="verify.html"
          className={buttonClass('plain')}
        >
          Download verify.html
        </a>
      </div>
      <p className="well hex px-3 py-2">{command}</p>
    </Card>
  )
}

function CopyRecord({ record }: { record: { id: string } }) {
  const { toast } = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(record, null, 2))
      toast({ title: 'Copied!', description: 'Record copied to clipboard' })
    } catch {
      // Browsers allow it on secure pages only, and players may forbid it.
      toast({
        title: 'Not copied',
        description: 'Your browser forbids it. Download the record instead.',
        variant: 'destructive',
      })
    }
  }
  return <Button onClick={() => void copy()}>Copy the record</Button>
}
