import { readRecord } from '#core/api/records.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { urlOf } from '../../lib/call.ts'
import { useToast } from '../../lib/toast.ts'

/** The record as a file, and in the clipboard. */
export function RecordTakeaway({ record }: { record: { id: string } }) {
  const { id } = record
  return (
    <>
      <a
        href={urlOf(readRecord, { params: { id } })}
        download={`round-${id}.json`}
        className={buttonClass('action')}
      >
        Download the record
      </a>
      <CopyRecord record={record} />
    </>
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
        description:
          'Your browser does not allow it. Download the record instead.',
        variant: 'destructive',
      })
    }
  }
  return <Button onClick={() => void copy()}>Copy the record</Button>
}
