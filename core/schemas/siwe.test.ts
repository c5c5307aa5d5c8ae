import { describe, expect, test } from 'vitest'
import { siweNonce, siweProof, siweSite } from './siwe.ts'

const proof = { message: 'm', signature: `0x${'aB'.repeat(65)}` }

function firstIssue(body: unknown) {
  return siweProof.safeParse(body).error?.issues[0]
}

describe('a proof', () => {
  test('is a message and a signature of 65 bytes', () => {
    expect(siweProof.parse(proof)).toEqual(proof)
  })

  test.each([
    ['no message', '', 'Required'],
    ['no text', 7, 'Required'],
    ['a long one', 'm'.repeat(2_001), 'A message has at most 2000 characters'],
  ])('is none with %s', (_what, message, told) => {
    expect(firstIssue({ ...proof, message })).toMatchObject({
      path: ['message'],
      message: told,
    })
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of 64 bytes', `0x${'ab'.repeat(64)}`],
    ['of 66 bytes', `0x${'ab'.repeat(66)}`],
    ['not hex', `0x${'xy'.repeat(65)}`],
    ['a list', [proof.signature]],
  ])('is none with a signature that is %s', (_what, signature) => {
    expect(firstIssue({ ...proof, signature })).toMatchObject({
      path: ['signature'],
      message: 'Not a signature',
    })
  })

  test('comes with nothing else', () => {
    expect(siweProof.safeParse({ ...proof, id: 'x' }).success).toBe(false)
  })
})

test('a nonce is what EIP-4361 calls one: letters and digits', () => {
  const given = { nonce: 'a'.repeat(32), expiresAt: '2026-03-01T12:00:00.000Z' }
  expect(siweNonce.parse(given)).toEqual(given)
  expect(siweNonce.safeParse({ ...given, nonce: 'short' }).success).toBe(false)
})

test('a site is on a test chain', () => {
  const network = { chainId: 97, name: 'Test' }
  expect(siweSite.safeParse({ network }).success).toBe(true)
  const real = { ...network, chainId: 56 }
  expect(siweSite.safeParse({ network: real }).success).toBe(false)
})
