import { describe, expect, test } from 'vitest'
import { NO_WHOLE_NUMBERS } from '#testing/samples/no-whole-numbers.ts'
import { count, hex64, timestamp } from './fields.ts'

describe('count', () => {
  test.each([0, 1, Number.MAX_SAFE_INTEGER])('takes %d', (value) => {
    expect(count.parse(value)).toBe(value)
  })

  test.each(NO_WHOLE_NUMBERS.map((value) => [value]))('refuses %s', (value) => {
    expect(count.safeParse(value).success).toBe(false)
  })
})

describe('hex64', () => {
  test('takes 64 lower-case hex characters', () => {
    expect(hex64.parse('0123456789abcdef'.repeat(4))).toHaveLength(64)
  })

  test.each([
    ['63 characters', 'a'.repeat(63)],
    ['65 characters', 'a'.repeat(65)],
    ['capitals', 'A'.repeat(64)],
    ['another letter', 'g'.repeat(64)],
    ['a prefix', `0x${'a'.repeat(62)}`],
    ['a line break behind', `${'a'.repeat(64)}\n`],
    ['a list', ['a'.repeat(64)]],
    ['null', null],
  ])('refuses %s', (_name, value) => {
    expect(hex64.safeParse(value).success).toBe(false)
  })
})

describe('timestamp', () => {
  test.each([
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.000Z',
    '2028-02-29T23:59:59.999Z',
  ])('takes %s', (written) => {
    expect(timestamp.parse(written)).toBe(written)
  })

  test.each([
    0,
    '',
    'yesterday',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-03-01T12:00:00+02:00',
    '2026-13-01T12:00:00Z',
    '2026-02-30T12:00:00Z',
  ])('refuses %j', (value) => {
    expect(timestamp.safeParse(value).success).toBe(false)
  })
})
