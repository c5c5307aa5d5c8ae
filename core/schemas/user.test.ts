import { describe, expect, test } from 'vitest'
import { credentials, registration, user } from './user.ts'

const INVISIBLE =
  'A username has no invisible characters and no space at its ends'
const TOO_LONG = 'A username has at most 64 characters'
const WALLET = 'A username can not look like a wallet address'
const password = 'correct horse'

function firstIssue(
  schema: typeof registration | typeof credentials,
  body: unknown,
) {
  return schema.safeParse(body).error?.issues[0]
}

describe('a username to register', () => {
  test.each([
    ['one letter', 'a'],
    ['spaces inside', 'Bendy  the Great'],
    ['marks and signs', "O'Neil-@$!"],
    ['another script', 'Ξενία 京'],
    ['64 characters', 'x'.repeat(64)],
    ['64 characters of two code units each', '😀'.repeat(64)],
    ['a short 0x name', '0xBendy'],
    ['an ox', 'Ox of Bendy, the longest name in the whole house'],
    ['Braille', '⠃⠑⠝⠙⠽'],
    ["the name of an object's member", '__proto__'],
  ])('may have %s', (_name, username) => {
    const body = { username, password }
    expect(registration.parse(body)).toEqual(body)
  })

  test.each([
    ['nothing', '', 'Required'],
    ['no text', 5, 'Required'],
    ['null', null, 'Required'],
    ['a list', ['bendy'], 'Required'],
    ['65 characters', 'x'.repeat(65), TOO_LONG],
    ['65 characters of two code units each', '😀'.repeat(65), TOO_LONG],
    ['a space in front', ' bendy', INVISIBLE],
    ['a space behind', 'bendy ', INVISIBLE],
    ['a no-break space behind', 'bendy\u00a0', INVISIBLE],
    ['only a space', ' ', INVISIBLE],
    ['a NUL', 'ben\u0000dy', INVISIBLE],
    ['a line break', 'ben\ndy', INVISIBLE],
    ['a line separator', 'ben\u2028dy', INVISIBLE],
    ['a zero-width space', 'ben\u200bdy', INVISIBLE],
    ['a right-to-left override', '\u202eydneb', INVISIBLE],
    ['a left-to-right isolate', 'ben\u2066dy', INVISIBLE],
    ['only a Braille blank', '\u2800', INVISIBLE],
    ['a Braille blank inside', 'ben\u2800dy', INVISIBLE],
    ['a blank hieroglyph', 'ben\u{13441}dy', INVISIBLE],
    ['a null notehead', 'ben\u{1d159}dy', INVISIBLE],
    ['an object replacement', 'ben\ufffcdy', INVISIBLE],
    ['half a character', 'ben\ud83ddy', INVISIBLE],
    ['the form of an address', `0x${'aB'.repeat(20)}`, WALLET],
    [
      'the form of an address with a Cyrillic х',
      `0х${'ab'.repeat(20)}`,
      WALLET,
    ],
    ['the form of an address with a Greek Χ', `0Χ${'ab'.repeat(20)}`, WALLET],
    [
      'the form of an address with the letter O',
      `Ox${'ab'.repeat(20)}`,
      WALLET,
    ],
    [
      'the form of an address with other digits',
      `٠x${'1b'.repeat(20)}`,
      WALLET,
    ],
    ['the form of an address in Cyrillic', `0x${'ас'.repeat(20)}`, WALLET],
    ['the form of an address in capitals', `0X${'AB'.repeat(20)}`, WALLET],
  ])('does not have %s', (_name, username, message) => {
    expect(firstIssue(registration, { username, password })).toMatchObject({
      path: ['username'],
      message,
    })
  })

  test('is asked for when it is missing', () => {
    expect(firstIssue(registration, { password })).toMatchObject({
      path: ['username'],
      message: 'Required',
    })
  })
})

describe.each([
  ['register', registration],
  ['log in', credentials],
] as const)('a password to %s', (_name, schema) => {
  test.each([
    ['one character', 'x'],
    ['spaces', '   '],
    ['a NUL', '\u0000'],
    ['1024 bytes', 'x'.repeat(1_024)],
    ['1024 bytes of three a character', `${'€'.repeat(341)}x`],
  ])('may have %s', (_case, text) => {
    const body = { username: 'bendy', password: text }
    expect(schema.parse(body)).toEqual(body)
  })

  test.each([
    ['nothing', '', 'Required'],
    ['no text', 12_345_678, 'Required'],
    ['null', null, 'Required'],
    ['a missing value', undefined, 'Required'],
    ['1025 bytes', 'x'.repeat(1_025), 'A password has at most 1024 bytes'],
    [
      '342 characters of 3 bytes',
      '€'.repeat(342),
      'A password has at most 1024 bytes',
    ],
  ])('does not have %s', (_case, text, message) => {
    const body = { username: 'bendy', password: text }
    expect(firstIssue(schema, body)).toMatchObject({
      path: ['password'],
      message,
    })
  })

  test('comes with nothing else', () => {
    const json = `{"username":"bendy","password":"x","__proto__":{"role":"operator"}}`
    expect(schema.safeParse(JSON.parse(json)).success).toBe(false)
    const asOperator = { username: 'bendy', password, role: 'operator' }
    expect(schema.safeParse(asOperator).success).toBe(false)
  })
})

describe('a username to log in', () => {
  test.each(['', ' bendy ', 'x'.repeat(1_000), `0x${'ab'.repeat(20)}`])(
    'may be one that can not exist: %j',
    (username) => {
      const body = { username, password }
      expect(credentials.parse(body)).toEqual(body)
    },
  )

  test.each([
    [null, 'Required'],
    [undefined, 'Required'],
    [7, 'Required'],
    ['ben\u0000dy', 'A username has no invisible characters'],
  ])('is not %j', (username, message) => {
    expect(firstIssue(credentials, { username, password })).toMatchObject({
      path: ['username'],
      message,
    })
  })
})

describe('a user', () => {
  const bendy = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    username: 'bendy',
    balance: 1_000,
    createdAt: '2026-03-01T12:00:00.000Z',
    role: 'player',
  }

  test('may have a wallet', () => {
    const wallet = { address: `0x${'ab'.repeat(20)}`, isOnlyWayIn: false }
    const withWallet = { ...bendy, wallet }
    expect(user.parse(bendy)).toEqual(bendy)
    expect(user.parse(withWallet)).toEqual(withWallet)
  })

  test.each([
    ['password', { password: '$argon2id$' }],
    ['other role', { role: 'admin' }],
    ['broken balance', { balance: 0.5 }],
    ['debt', { balance: -1 }],
    ['local time', { createdAt: '2026-03-01T12:00:00' }],
  ])('has no %s', (_name, change) => {
    expect(user.safeParse({ ...bendy, ...change }).success).toBe(false)
  })
})
