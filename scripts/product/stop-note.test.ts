import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import type { LedgerFigures } from './ledger-figures.ts'
import { contradictions, readStopNote, stopNoteFile } from './stop-note.ts'

const NOW = new Date('2026-07-01T12:00:00Z')

function figures(counts: LedgerFigures['counts']): LedgerFigures {
  return { counts, broken: [] }
}

function noted(counts: LedgerFigures['counts']) {
  return { stoppedAt: NOW.toISOString(), counts }
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
  ['the same or more', { players: 3n, transactions: 10n, wallets: 1n }, []],
  [
    'less than was counted',
    { players: 2n, transactions: 9n },
    ['players: 3 then, 2 now'],
  ],
  // Another release may count under other names.
  ['fewer kinds of rows', { players: 3n }, []],
  ['no tables', {}, ['players: 3 then, 0 now']],
])('compares the note with a database of %s', (_, counts, found) => {
  const note = noted({ players: 3n, transactions: 9n })
  expect(contradictions(note, figures(counts))).toEqual(found)
})
