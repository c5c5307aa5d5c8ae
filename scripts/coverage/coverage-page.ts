/** A row of a table of docs/spec-coverage.md. */
export type CoverageRow = {
  section: string
  subject: string
  /** The last cell, which names tests. */
  proof: string
}

/** A test file that the page links to, and the test named after the link. */
export type NamedTest = { file: string; name: string | undefined }

const HEADING = /^## (.+)$/
const ROW = /^\| (.+) \|$/
const RULE = /^\|[-|]+\|$/
const TEST = /\]\(\.\.\/([^)#]+\.test\.tsx?)\)(?: "([^"]+)")?/g

/** Reads the rows of all tables, without their headings. */
export function coverageRows(page: string): CoverageRow[] {
  const rows: CoverageRow[] = []
  const lines = page.split('\n')
  let section = ''
  for (const [index, line] of lines.entries()) {
    section = HEADING.exec(line)?.[1] ?? section
    const isHead = RULE.test(lines[index + 1] ?? '')
    const cells = isHead ? undefined : ROW.exec(line)?.[1]?.split(' | ')
    if (!cells) continue
    const [subject = '', ...others] = cells
    rows.push({ section, subject, proof: others.at(-1) ?? '' })
  }
  return rows
}

export function testsNamedIn(text: string): NamedTest[] {
  return [...text.matchAll(TEST)].map(([, file = '', name]) => ({ file, name }))
}
