import {
  type CoverageRow,
  coverageRows,
  testsNamedIn,
} from './coverage-page.ts'
import type { Specification } from './specification.ts'
import { hasText, testProblem } from './test-files.ts'

/** Sections whose rows are proven by no test. */
const LATER = 'Meant to be there too, and not yet'
const DEPARTURES = 'Departures'

/** Lists what lacks a row or a proof, in sentences. */
export function coverageFindings(
  page: string,
  specification: Specification,
): string[] {
  const rows = coverageRows(page)
  return [
    ...Object.entries(specification).flatMap(([section, statements]) =>
      missingRows(inSection(rows, section), section, statements),
    ),
    ...rows.filter(needsProof).flatMap(unproven),
    ...inSection(rows, 'Texts').flatMap(unsaid),
    ...rows.filter(({ section }) => section !== LATER).flatMap(notYet),
    ...testsNamedIn(page).flatMap((test) => testProblem(test) ?? []),
  ]
}

function inSection(
  rows: readonly CoverageRow[],
  section: string,
): CoverageRow[] {
  return rows.filter((row) => row.section === section)
}

function missingRows(
  rows: readonly CoverageRow[],
  section: string,
  statements: readonly string[],
): string[] {
  const subjects = new Set(rows.flatMap(({ subject }) => subjectsIn(subject)))
  return statements
    .filter((statement) => !subjects.has(statement))
    .map((statement) => `${section}: no row for "${statement}"`)
}

/** The parts in backticks, or the whole cell if it has none. */
function subjectsIn(cell: string): string[] {
  const quoted = [...cell.matchAll(/`([^`]+)`/g)].map(([, part = '']) => part)
  return quoted.length > 0 ? quoted : [cell]
}

function needsProof({ section }: CoverageRow): boolean {
  return section !== LATER && section !== DEPARTURES
}

function unproven({ section, subject, proof }: CoverageRow): string[] {
  if (testsNamedIn(proof).length > 0) return []
  return [`${section}: no test proves "${subject}"`]
}

/** Finds tests that do not contain the text that they are to prove. */
function unsaid({ subject, proof }: CoverageRow): string[] {
  return subjectsIn(subject).flatMap((text) =>
    testsNamedIn(proof)
      .filter(({ file }) => !hasText(file, text))
      .map(({ file }) => `Texts: ${file} does not contain "${text}"`),
  )
}

function notYet({ section, subject, proof }: CoverageRow): string[] {
  if (!/not yet/i.test(`${subject} ${proof}`)) return []
  return [`${section}: "${subject}" is not there yet`]
}
