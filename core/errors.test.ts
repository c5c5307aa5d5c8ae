import { expect, test } from 'vitest'
import { assert, DomainError } from './errors.ts'

test('a refusal carries its code, a sentence for the player and the values', () => {
  const details = { largestStake: 7 }
  const error = new DomainError('house_limit', 'Too large.', details)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'DomainError',
    code: 'house_limit',
    message: 'Too large.',
    details,
  })
  expect(new DomainError('not_found', 'Nothing here.').details).toEqual({})
})

test('a broken invariant is named, as a bug and not as a refusal', () => {
  expect(() => assert(true, 'one is one')).not.toThrow()
  const broken = () => assert(false, 'one is two')
  expect(broken).toThrow('Invariant broken: one is two')
  expect(broken).not.toThrow(DomainError)
})
