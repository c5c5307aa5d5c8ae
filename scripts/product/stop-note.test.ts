import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import type { LedgerSummary } from './ledger-summary.ts'
import { contradictions, readStopNote, stopNoteFile } from './stop-note.ts'

function figures(counts: LedgerSummary['counts']): LedgerSummary {
  return { counts, broken: [] }
}

test.each(['', '{}', '{"stoppedAt": 5, "counts": {}}'])(
  'a note that says %j says nothing',
  (text) => {
    const folder = testFolder()
    writeFileSync(stopNoteFile(folder), text)
    expect(readStopNote(folder)).toBeUndefined()
  },
)

test.each([
  ['the same or more', { players: 3, transactions: 10, wallets: 1 }, []],
  [
    'less than was counted',
    { players: 2, transactions: 9 },
    ['players: 3 then, 2 now'],
  ],
  // Another release may count under other names.
  ['fewer kinds of rows', { players: 3 }, []],
  ['no tables', {}, ['players: 3 then, 0 now']],
])('compares the note with a database of %s', (_, counts, found) => {
  const noted = { players: 3, transactions: 9 }
  expect(contradictions(noted, figures(counts))).toEqual(found)
})
