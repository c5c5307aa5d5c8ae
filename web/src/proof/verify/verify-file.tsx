import { type DragEvent, useId, useMemo, useState } from 'react'
import { type AnyRecord, parsedRecord } from '#core/evidence/record.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Card } from '../../components/card.tsx'
import { RecordView } from './record-view.tsx'

/** verify.html: verifies records without the site or a network. */
export function VerifyFile() {
  const [text, setText] = useState('')
  const take = async (files: FileList | null) => {
    const file = files?.[0]
    if (file) setText(await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const { files } = event.dataTransfer
    if (files.length > 0) void take(files)
    else setText(event.dataTransfer.getData('text'))
  }
  return (
    <main
      className="min-h-dvh p-4 sm:p-8"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5">
        <header className="flex items-center gap-5">
          <Bendy className="w-20 shrink-0" />
          <div>
            <h1 className="text-display">Game Verification</h1>
            <p className="mt-2 text-soft">
              Everything you need is in this file, so it works offline. It only
              goes online to ask a chain node you choose.
            </p>
          </div>
        </header>
        <RecordInput text={text} onText={setText} onFiles={take} />
        {text.trim() !== '' && <Answer text={text} />}
      </div>
    </main>
  )
}

type RecordInputProps = {
  text: string
  onText: (text: string) => void
  onFiles: (files: FileList | null) => Promise<void>
}

function RecordInput({ text, onText, onFiles }: RecordInputProps) {
  const id = useId()
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Drop a record here</h2>
      <label className="toy toy-action justify-self-start focus-within:outline-3 focus-within:outline-sky-text focus-within:outline-offset-3">
        Choose a record file
        <input
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={({ target }) => void onFiles(target.files)}
        />
      </label>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-display font-medium">
          Or paste it
        </label>
        <textarea
          id={id}
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
          className="well hex w-full px-3 py-2"
        />
      </div>
    </Card>
  )
}

function Answer({ text }: { text: string }) {
  const read = useMemo(() => readRecord(text), [text])
  if ('record' in read) {
    return (
      <RecordView
        record={read.record}
        getPins={seenNothing}
        nodeChoice={ANYONE}
      />
    )
  }
  return (
    <Card role="alert">
      <h2 className="text-title">No record to check</h2>
      <p className="mt-2">{read.problem}</p>
      <p className="mt-2 text-soft">
        A record is the file you get from “Download the record” on a round's
        page: the response of /api/verify with the round's code.
      </p>
    </Card>
  )
}

const ANYONE = { nodes: [], isOpen: true }

/** The file stores nothing: its user compares the root with a stored one. */
function seenNothing() {
  return undefined
}

/** Reads a dropped, chosen or pasted file: returns a record, or why it is not one. */
function readRecord(text: string): { record: AnyRecord } | { problem: string } {
  const { data, error } = parsedRecord(parseJson(text))
  if (data) return { record: data }
  if (parseJson(text) === undefined) return { problem: 'This is not JSON.' }
  const place = error?.issues[0]?.path.join('.')
  return {
    problem: place
      ? `This is not the record of a round: “${place}” is missing or has an invalid value.`
      : 'This is not the record of a round.',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
