import { expect, test } from 'vitest'
import { coverageFindings } from './findings.ts'
import { specificationOf } from './specification.ts'

const SPECIFICATION = `
## 2. Screens and routes
| Route | Screen |
|---|---|
| / | Landing page |
| /a, /b | Info pages: 'Won {n} coins' |

## 3. Entities and their fields
- users: id, username.

## 4. States and transitions
Slots: idle; on spin the reels animate.

## 5. Validation rules
- Bet inputs: numeric; not empty. Login has none.

## 7. The calls it makes
| Method and path | Payload |
|---|---|
| GET /api/games?sport=nba | none |

## 9. Business constants and limits
- Bet 10, minimum 1; poll 5 s. Dates 'MMM d'.
- Odds: not shown.
`

const OWN = '[findings](../scripts/coverage/findings.test.ts)'

const PAGE = `
## Routes
| route | proven by |
|---|---|
| \`/\`, \`/a\`, \`/b\` | ${OWN} |
## Entities
| entity | proven by |
|---|---|
| users | ${OWN} |
## States
| of | proven by |
|---|---|
| Slots | ${OWN} |
## Validation
| rule | proven by |
|---|---|
| Bet inputs: numeric | ${OWN} |
| not empty | ${OWN} |
| Login has none | ${OWN} |
## Calls
| call | where | proven by |
|---|---|---|
| \`GET /api/games\` | here | ${OWN} |
## Texts
| text | proven by |
|---|---|
| \`Won {n} coins\` | ${OWN} |
| \`MMM d\` | ${OWN} |
## Constants
| the specification | proven by |
|---|---|
| Bet 10, minimum 1 | ${OWN} |
| poll 5 s | ${OWN} "finds nothing when all is proven" |
| Dates 'MMM d' | ${OWN} |
`

const specification = specificationOf(SPECIFICATION)

function findings(from = '', to = ''): string[] {
  return coverageFindings(PAGE.replace(from, to), specification)
}

test('reads the statements of the specification', () => {
  expect(specification).toEqual({
    Routes: ['/', '/a', '/b'],
    Entities: ['users'],
    States: ['Slots'],
    Validation: ['Bet inputs: numeric', 'not empty', 'Login has none'],
    Calls: ['GET /api/games'],
    Texts: ['Won {n} coins', 'MMM d'],
    Constants: ['Bet 10, minimum 1', 'poll 5 s', "Dates 'MMM d'"],
  })
})

test('finds nothing when all is proven', () => {
  expect(findings()).toEqual([])
})

/** Put together, so that this file does not contain it. */
const ABSENT = ['finds', 'something'].join(' ')

test.each([
  ['`/b`', '`/c`', 'Routes: no row for "/b"'],
  ['| users |', '| user |', 'Entities: no row for "users"'],
  ['GET /api', 'POST /api', 'Calls: no row for "GET /api/games"'],
  ['| poll 5 s', '| poll 6 s', 'Constants: no row for "poll 5 s"'],
  ['`MMM d`', '`MMM dd`', 'Texts: no row for "MMM d"'],
  [
    `| here | ${OWN}`,
    '| here | nothing',
    'Calls: no test proves "`GET /api/games`"',
  ],
  [
    '`/b` |',
    '`/b`, not yet |',
    'Routes: "`/`, `/a`, `/b`, not yet" is not there yet',
  ],
  [
    'findings.test.ts) "',
    'none.test.ts) "',
    'scripts/coverage/none.test.ts is not there',
  ],
  [
    '"finds nothing',
    `"${ABSENT}`,
    `scripts/coverage/findings.test.ts has no test "${ABSENT} when all is proven"`,
  ],
  [
    `\`MMM d\` | ${OWN}`,
    `\`MMM d\` | [docs](../scripts/docs.test.ts)`,
    'Texts: scripts/docs.test.ts does not contain "MMM d"',
  ],
])('reports %s changed to %s', (from, to, finding) => {
  expect(findings(from, to)).toContain(finding)
})
