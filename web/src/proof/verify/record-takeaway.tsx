import { readRecord } from '#core/api/records.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { urlOf } from '../../lib/call.ts'
import { copyText } from '../../lib/copy-text.ts'

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
  const copy = () =>
    copyText(JSON.stringify(record, null, 2), {
      copied: 'Record copied to clipboard',
      refused: 'Your browser does not allow it. Download the record instead.',
    })
  return <Button onClick={() => void copy()}>Copy the record</Button>
}
