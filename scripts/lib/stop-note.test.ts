import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import type { LedgerFigures } from './ledger-figures.ts'
import {
  contradictions,
  readStopNote,
  stopNoteFile,
  writeStopNote,
} from './stop-note.ts'

const NOW = new Date('2026-07-01T12:00:00Z')

function figures(counts: LedgerFigures['counts']): LedgerFigures {
  return { counts, broken: [] }
}

function noted(counts: LedgerFigures['counts']) {
  return { stoppedAt: NOW.toISOString(), counts }
}

test('a note is read as it was written', () => {
  const folder = testFolder()
  writeStopNote(folder, figures({ players: 2n ** 60n }), NOW)
  expect(readStopNote(folder)).toEqual(noted({ players: 2n ** 60n }))
})

test.each(['', '{}', '{"stoppedAt": 5, "counts": {}}'])(
  'a note that says %j says nothing',
  (text) => {
    const folder = testFolder()
    writeFileSync(stopNoteFile(folder), text)
    expect(readStopNote(folder)).toBeUndefined()
  },
)

test('what was counted may stay or grow', () => {
  const note = noted({ players: 3n, transactions: 9n })
  const grown = figures({ players: 3n, transactions: 10n, wallets: 1n })
  expect(contradictions(note, grown)).toEqual([])
})

test('what has become less is named with both figures', () => {
  const note = noted({ players: 3n, transactions: 9n })
  const now = figures({ players: 2n, transactions: 9n })
  expect(contradictions(note, now)).toEqual(['players: 3 then, 2 now'])
})

test('a count that another release made under another name says nothing', () => {
  const note = noted({ players: 3n, 'old name': 9n })
  expect(contradictions(note, figures({ players: 3n }))).toEqual([])
})

test('players of a database that has no tables any more are missed', () => {
  expect(contradictions(noted({ players: 3n }), figures({}))).toEqual([
    'players: 3 then, 0 now',
  ])
})
