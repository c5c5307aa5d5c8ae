import { describe, expect, test } from 'vitest'
import { credentials, registration } from './account.ts'

const INVISIBLE =
  'A username can’t have invisible characters, or start or end with a space'
const TOO_LONG = 'A username can have at most 64 characters'
const WALLET = 'A username can’t look like a wallet address'
const BYTES = 'A password can have at most 1024 bytes'
const password = 'correct horse'

function firstIssue(schema: typeof registration, body: unknown) {
  return schema.safeParse(body).error?.issues[0]
}

describe('a username to register', () => {
  test.each([
    'a',
    'Bendy  the Great',
    "O'Neil-@$!",
    'Ξενία 京',
    'x'.repeat(64),
    '😀'.repeat(64),
    '0xBendy',
    'Ox of Bendy, the longest name in the whole house',
    '⠃⠑⠝⠙⠽',
    '__proto__',
    'Bea ❤️',
    'The 👩🏽‍🚀 family 👨‍👩‍👧',
  ])('can be %j', (username) => {
    const body = { username, password }
    expect(registration.parse(body)).toEqual(body)
  })

  test.each([
    ['nothing', '', 'Required'],
    ['no text', 5, 'Required'],
    ['a missing value', undefined, 'Required'],
    ['65 characters', 'x'.repeat(65), TOO_LONG],
    ['65 characters of two code units each', '😀'.repeat(65), TOO_LONG],
    ['a joiner between letters', 'ben\u200ddy', INVISIBLE],
    ['an emoji with a joiner behind', '😀\u200d', INVISIBLE],
    ['a NUL', 'ben\u0000dy', INVISIBLE],
    ['a line separator', 'ben\u2028dy', INVISIBLE],
    ['a zero-width space', 'ben\u200bdy', INVISIBLE],
    ['a right-to-left override', '\u202eydneb', INVISIBLE],
    ['a Braille blank', '\u2800', INVISIBLE],
    ['a blank hieroglyph', 'ben\u{13441}dy', INVISIBLE],
    ['half a character', 'ben\ud83ddy', INVISIBLE],
    ['the form of an address', `0x${'aB'.repeat(20)}`, WALLET],
    ['an address with a Cyrillic х', `0х${'ab'.repeat(20)}`, WALLET],
    ['an address with a Greek Χ', `0Χ${'ab'.repeat(20)}`, WALLET],
    ['an address with the letter O', `Ox${'ab'.repeat(20)}`, WALLET],
    ['an address with other digits', `٠x${'1b'.repeat(20)}`, WALLET],
    ['an address in Cyrillic', `0x${'ас'.repeat(20)}`, WALLET],
  ])('rejects %s', (_name, username, message) => {
    const issue = firstIssue(registration, { username, password })
    expect(issue).toMatchObject({ path: ['username'], message })
  })
})

test.each([registration, credentials])('trims a username', (schema) => {
  const body = { username: ' Bendy\u00a0', password }
  expect(schema.parse(body).username).toBe('Bendy')
})

describe.each([
  ['register', registration],
  ['log in', credentials],
] as const)('a password to %s', (_name, schema) => {
  test.each([
    ['one character', 'x'],
    ['spaces', '   '],
    ['a NUL', '\u0000'],
    ['1024 bytes of three a character', `${'€'.repeat(341)}x`],
  ])('may have %s', (_case, text) => {
    const body = { username: 'bendy', password: text }
    expect(schema.parse(body)).toEqual(body)
  })

  test.each([
    ['nothing', '', 'Required'],
    ['no text', 12_345_678, 'Required'],
    ['a missing value', undefined, 'Required'],
    ['1025 bytes', 'x'.repeat(1_025), BYTES],
    ['342 characters of 3 bytes', '€'.repeat(342), BYTES],
  ])('rejects %s', (_case, text, message) => {
    const issue = firstIssue(schema, { username: 'bendy', password: text })
    expect(issue).toMatchObject({ path: ['password'], message })
  })

  test('allows no other fields', () => {
    const json = `{"username":"bendy","password":"x","__proto__":{"role":"operator"}}`
    expect(schema.safeParse(JSON.parse(json)).success).toBe(false)
    const asOperator = { username: 'bendy', password, role: 'operator' }
    expect(schema.safeParse(asOperator).success).toBe(false)
  })
})

describe('a username to log in', () => {
  test.each(['', 'x'.repeat(1_000), `0x${'ab'.repeat(20)}`])(
    'can be one that can’t be registered: %j',
    (username) => {
      const body = { username, password }
      expect(credentials.parse(body)).toEqual(body)
    },
  )

  test.each([
    [undefined, 'Required'],
    [7, 'Required'],
    ['ben\u0000dy', 'A username can’t have invisible characters'],
  ])('rejects %j', (username, message) => {
    const issue = firstIssue(credentials, { username, password })
    expect(issue).toMatchObject({ path: ['username'], message })
  })
})
