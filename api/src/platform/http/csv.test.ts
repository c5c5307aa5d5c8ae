import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes what would end a field', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', null, true])).toBe(
    '"a,b","say ""hi""","two\nlines",,true\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'the text %j is no formula in a spreadsheet',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test('a number below 0 stays a number', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
})
