import { describe, expect, test } from 'vitest'
import { assert, DomainError } from './errors.ts'

describe('DomainError', () => {
  test('carries its code, a sentence for the player and the values', () => {
    const error = new DomainError('house_limit', 'Too large.', {
      largestStake: 7,
    })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'DomainError',
      code: 'house_limit',
      message: 'Too large.',
      details: { largestStake: 7 },
    })
  })

  test('has no details when none are given', () => {
    expect(new DomainError('not_found', 'Nothing here.').details).toEqual({})
  })
})

describe('assert', () => {
  test('lets through what holds', () => {
    expect(() => assert(true, 'one is one')).not.toThrow()
  })

  test('names the invariant that broke, as a bug and not as a refusal', () => {
    const broken = () => assert(false, 'one is two')
    expect(broken).toThrow('Invariant broken: one is two')
    expect(broken).not.toThrow(DomainError)
  })
})
