import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes delimiters, and leaves numbers unchanged', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', null, true, -5])).toBe(
    '"a,b","say ""hi""","two\nlines",,true,-5\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('escapes the formula %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

test('escapes formulas after a semicolon or a line break', () => {
  expect(csvLine(['a;=1;b', 'a\n＝1', 'a;b-1'])).toBe(
    `a;'=1;b,"a\n'＝1",a;b-1\r\n`,
  )
})
