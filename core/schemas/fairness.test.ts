import { describe, expect, test } from 'vitest'
import {
  clientSeed,
  clientSeedRequest,
  commitmentsQuery,
  epochCommitments,
  fairnessState,
} from './fairness.ts'

const SEED_RULE = 'A client seed has 1 to 64 plain characters and no colon'
const HEX = 'ab'.repeat(32)
const PLAYER = '01890000-0000-7000-8000-000000000001'

describe('a client seed', () => {
  test.each([
    'a',
    ' ',
    'lucky 7',
    '~!@#$%^&*()_+{}|<>?/\\"\'`;,.[]-=',
    '__proto__',
    'x'.repeat(64),
  ])('may be %j', (seed) => {
    expect(clientSeed.parse(seed)).toBe(seed)
  })

  test('may have every printable ASCII character but the colon', () => {
    for (let code = 0; code < 256; code += 1) {
      const { success } = clientSeed.safeParse(String.fromCharCode(code))
      const isPlain = code >= 0x20 && code <= 0x7e && code !== 0x3a
      expect({ code, success }).toEqual({ code, success: isPlain })
    }
  })

  test.each([
    ['', SEED_RULE],
    ['x'.repeat(65), SEED_RULE],
    ['a:b', SEED_RULE],
    ['é', SEED_RULE],
    ['😀', SEED_RULE],
    ['tab\there', SEED_RULE],
    ['line\n', SEED_RULE],
    [undefined, 'Required'],
    [null, 'Required'],
    [7, 'Required'],
    [['a'], 'Required'],
  ])('is not %j', (seed, message) => {
    const { error } = clientSeed.safeParse(seed)
    expect(error?.issues).toMatchObject([{ message }])
  })
})

describe('the request that sets it', () => {
  test('names the epoch it is for', () => {
    const body = { clientSeed: 'lucky 7', epoch: 0 }
    expect(clientSeedRequest.parse(body)).toEqual(body)
  })

  test('may name the last epoch that the database can hold', () => {
    const body = { clientSeed: 'a', epoch: 2_147_483_647 }
    expect(clientSeedRequest.parse(body)).toEqual(body)
  })

  test.each([undefined, null, '0', -1, 0.5, 2 ** 31, 2 ** 53, [0]])(
    'refuses %j for the epoch',
    (epoch) => {
      const { error } = clientSeedRequest.safeParse({ clientSeed: 'a', epoch })
      expect(error?.issues[0]?.path).toEqual(['epoch'])
    },
  )

  test('may say whose it is', () => {
    const body = { player: PLAYER, clientSeed: 'a', epoch: 0 }
    expect(clientSeedRequest.parse(body)).toEqual(body)
    const nobody = { ...body, player: 'bea' }
    expect(clientSeedRequest.safeParse(nobody).success).toBe(false)
  })

  test('takes nothing else', () => {
    const body = { clientSeed: 'a', epoch: 0, serverSeed: HEX }
    expect(clientSeedRequest.safeParse(body).success).toBe(false)
  })
})

describe("the query for an epoch's commitments", () => {
  test.each(['0', '7', '999999999'])('takes %s', (epoch) => {
    expect(commitmentsQuery.parse({ epoch })).toEqual({ epoch })
  })

  test.each(['', '-1', '1.5', '0x10', '1e3', ' 1', '1\n', '2147483648', '١'])(
    'asks for a whole number that the database can hold instead of %j',
    (epoch) => {
      const { error } = commitmentsQuery.safeParse({ epoch })
      expect(error?.issues).toMatchObject([
        { path: ['epoch'], message: 'A whole number of up to 9 digits' },
      ])
    },
  )

  test.each([undefined, 1, ['1', '2']])(
    'asks for it once instead of %j',
    (epoch) => {
      const { error } = commitmentsQuery.safeParse({ epoch })
      expect(error?.issues).toMatchObject([
        { path: ['epoch'], message: 'Required' },
      ])
    },
  )
})

describe('what is published', () => {
  const state = {
    player: PLAYER,
    epoch: 0,
    root: HEX,
    rootPublishedAt: '2026-03-01T12:00:00.000Z',
    nonce: 900,
    nextServerSeedHash: HEX,
    clientSeed: 'lucky 7',
    clientSeedSetAt: '2026-03-01T12:00:01.000Z',
    clientSeedBy: 'player',
  }

  test('may have a next root already', () => {
    const withNext = { ...state, next: { epoch: 1, root: HEX } }
    expect(fairnessState.parse(state)).toEqual(state)
    expect(fairnessState.parse(withNext)).toEqual(withNext)
  })

  test.each([
    ['seed that is still secret', { serverSeed: HEX }],
    ['short root', { root: 'ab' }],
    ['third maker of seeds', { clientSeedBy: 'house' }],
    ['next epoch without a root', { next: { epoch: 1 } }],
  ])('has no %s', (_name, change) => {
    expect(fairnessState.safeParse({ ...state, ...change }).success).toBe(false)
  })

  test.each([1_023, 1_025])(
    'an epoch does not have %i commitments',
    (length) => {
      const epoch = { player: PLAYER, epoch: 0, root: HEX, firstNonce: 0 }
      const commitments = Array.from({ length }, () => HEX)
      const whole = Array.from({ length: 1_024 }, () => HEX)
      expect(
        epochCommitments.safeParse({ ...epoch, commitments }).success,
      ).toBe(false)
      expect(
        epochCommitments.safeParse({ ...epoch, commitments: whole }).success,
      ).toBe(true)
    },
  )
})
