/** Statements that need a row, by the section of docs/spec-coverage.md that has it. */
export type Specification = Readonly<Record<string, readonly string[]>>

/** In single quotes that no letter stands beside. */
const QUOTED = /(?<![A-Za-z0-9])'([^'\n]+)'(?![A-Za-z])/g
const ROUTES = /^\| (\/[^|]*) \|/gm
const CALL = /^\| ((?:GET|POST) \/api[^ ?]*)/gm
const BULLET = /^- (.+?)\.?$/gm
/** The word or words that a bullet or paragraph is about. */
const NAMED_BULLET = /^- ([^:\n]+):/gm
const NAMED_PARAGRAPH = /^([A-Z][^:\n]+):/gm
/** Ends a rule that the specification leaves open. */
const LEFT_OPEN = /: not shown$/

export function specificationOf(text: string): Specification {
  const section = (number: number) => sectionOf(text, number)
  return {
    Routes: matchesIn(section(2), ROUTES).flatMap((cell) => cell.split(', ')),
    Entities: matchesIn(section(3), NAMED_BULLET),
    States: matchesIn(section(4), NAMED_PARAGRAPH),
    Validation: rulesIn(section(5)),
    Calls: matchesIn(section(7), CALL),
    Texts: matchesIn(text, QUOTED),
    Constants: rulesIn(section(9)),
  }
}

function sectionOf(text: string, number: number): string {
  const sections = text.split(/^## /m)
  return sections.find((section) => section.startsWith(`${number}. `)) ?? ''
}

function matchesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, part = '']) => part))]
}

/** Splits bullets into their clauses. */
function rulesIn(section: string): string[] {
  return matchesIn(section, BULLET)
    .flatMap((line) => line.split(/; |\. (?=[A-Z])/))
    .filter((rule) => !LEFT_OPEN.test(rule))
}
