import { expect, test } from 'vitest'
import { coverageFindings } from './findings.ts'
import { specificationOf } from './specification.ts'

const SPECIFICATION = `
## 1. What the product does
Players play.

## 2. Screens and routes
| Route | Screen |
|---|---|
| / | Landing page |
| /a, /b | Info pages: 'Won {n} coins' |

Banner: 'One. Two' (three; four) shows. A card says 'Done. Gone.' Then it closes.

## 3. Entities and their fields
- users: id, username.

## 4. States and transitions
Slots: idle; on spin the reels animate.
- Waiting:

## 5. Validation rules
- Bet inputs: numeric; not empty. Login has none.

## 6. Roles and permissions
Games are protected. No admin role shown.

## 7. The calls it makes
Requests include credentials.

| Method and path | Payload | Notes |
|---|---|---|
| GET /api/games?sport=nba | none | list; every 5 s |

## 8. Error catalogue
- Slots: toast.

## 9. Business constants and limits
- Bet 10, minimum 1; poll 5 s. Dates 'MMM d'.
- Odds: not shown.
`

const OWN = '[findings](../scripts/coverage/findings.test.ts)'

const rows = (...statements: readonly string[]) =>
  statements.map((statement) => `| ${statement} | ${OWN} |`).join('\n')

const PAGE = `
## Product
${rows('Players play')}
## Routes
| route | proven by |
|---|---|
${rows('`/`, `/a`, `/b`')}
## Screens
${rows("Banner: 'One. Two' (three; four) shows", "A card says 'Done. Gone.'", 'Then it closes')}
## Entities
${rows('users')}
## States
${rows('Slots: idle', 'on spin the reels animate', 'Waiting')}
## Validation
${rows('Bet inputs: numeric', 'not empty', 'Login has none')}
## Roles
${rows('Games are protected')}
## Calls
| call | where | proven by |
|---|---|---|
| \`GET /api/games\` | here | ${OWN} |
## Polls
${rows('/api/games: list; every 5 s')}
## Requests
${rows('Requests include credentials')}
## Errors
${rows('Slots: toast')}
## Texts
${rows('`Won {n} coins`', '`One. Two`', '`Done. Gone.`', '`MMM d`')}
## Constants
${rows('Bet 10, minimum 1')}
| poll 5 s | ${OWN} "finds nothing when all is proven" |
${rows("Dates 'MMM d'")}
`

const specification = specificationOf(SPECIFICATION)

function findings(from = '', to = ''): string[] {
  return coverageFindings(PAGE.replace(from, to), specification)
}

test('reads the statements of the specification', () => {
  expect(specification).toEqual({
    Product: ['Players play'],
    Routes: ['/', '/a', '/b'],
    Screens: [
      "Banner: 'One. Two' (three; four) shows",
      "A card says 'Done. Gone.'",
      'Then it closes',
    ],
    Entities: ['users'],
    States: ['Slots: idle', 'on spin the reels animate', 'Waiting'],
    Validation: ['Bet inputs: numeric', 'not empty', 'Login has none'],
    Roles: ['Games are protected'],
    Calls: ['GET /api/games'],
    Polls: ['/api/games: list; every 5 s'],
    Requests: ['Requests include credentials'],
    Errors: ['Slots: toast'],
    Texts: ['Won {n} coins', 'One. Two', 'Done. Gone.', 'MMM d'],
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
  ['| Waiting |', '| Wait |', 'States: no row for "Waiting"'],
  [
    'Requests include',
    'Calls include',
    'Requests: no row for "Requests include credentials"',
  ],
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
