/** Statements that need a row, by the section of docs/spec-coverage.md that has it. */
export type Specification = Readonly<Record<string, readonly string[]>>

/** In single quotes that no letter stands beside. */
const QUOTED = /(?<![A-Za-z0-9])'([^'\n]+)'(?![A-Za-z])/g
const ROUTES = /^\| (\/[^|]*) \|/gm
const CALL = /^\| ((?:GET|POST) \/api[^ ?]*)/gm
/** A call that is repeated by the clock: its path and its notes. */
const POLL = /^\| GET (\/api[^ ?]*).* \| (.*\bevery \d.*) \|$/gm
const BULLET = /^- (.+?)\.?$/gm
/** A bullet or paragraph, and no row of a table. */
const PROSE = /^(?:- )?([^|\s-].*?)[.:]? *$/gm
/** The word or words that a bullet is about. */
const NAMED_BULLET = /^- ([^:\n]+):/gm
/** Ends a rule that the specification leaves open. */
const LEFT_OPEN = /: not shown$|^No .+ shown$/
/** Quotes and brackets are parts of their clause, whatever they contain. */
const ENCLOSED = new RegExp(String.raw`\([^)]*\)|${QUOTED.source}`, 'g')
const CLAUSE_END = /; |\. (?=['A-Z])|(?<=\.') (?=[A-Z])/
/** In place of the spaces of what is enclosed, so that no clause ends there. */
const JOINED = '\u00a0'

export function specificationOf(text: string): Specification {
  const section = (number: number) => sectionOf(text, number)
  return {
    Product: clausesIn(section(1), PROSE),
    Routes: matchesIn(section(2), ROUTES).flatMap((cell) => cell.split(', ')),
    Screens: clausesIn(section(2), PROSE),
    Entities: matchesIn(section(3), NAMED_BULLET),
    States: clausesIn(section(4), PROSE),
    Validation: clausesIn(section(5), BULLET),
    Roles: clausesIn(section(6), PROSE),
    Calls: matchesIn(section(7), CALL),
    Polls: pollsIn(section(7)),
    Requests: clausesIn(section(7), PROSE),
    Errors: clausesIn(section(8), PROSE),
    Texts: matchesIn(text, QUOTED),
    Constants: clausesIn(section(9), BULLET),
  }
}

/** The text below the heading of a section. */
function sectionOf(text: string, number: number): string {
  const sections = text.split(/^## /m)
  const found = sections.find((one) => one.startsWith(`${number}. `)) ?? ''
  return found.slice(found.indexOf('\n'))
}

function matchesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, part = '']) => part))]
}

function pollsIn(section: string): string[] {
  return [...section.matchAll(POLL)].map(
    ([, path = '', notes = '']) => `${path}: ${notes}`,
  )
}

/** Splits bullets or paragraphs into their clauses. */
function clausesIn(section: string, pattern: RegExp): string[] {
  const clauses = matchesIn(section, pattern)
    .flatMap((line) => joined(line).split(CLAUSE_END))
    .map((clause) => clause.replaceAll(JOINED, ' '))
    .filter((clause) => !LEFT_OPEN.test(clause))
  return [...new Set(clauses)]
}

function joined(line: string): string {
  return line.replaceAll(ENCLOSED, (part) => part.replaceAll(' ', JOINED))
}
