import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { user } from '../api/account.ts'
import {
  clientSeed,
  clientSeedRequest,
  commitmentsQuery,
  epochCommitments,
  fairnessState,
} from '../api/fairness.ts'
import { transactionsQuery } from '../api/history.ts'
import { dailyLimits, startBreak } from '../api/limits.ts'
import { roundAnswer } from '../api/rounds.ts'
import { siweProof, siweSite } from '../api/siwe.ts'
import { socketMessage } from '../api/socket.ts'
import { readHouseBalance } from '../api/stats.ts'
import { deposit, recheckRequest } from '../api/wallet.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { MAX_COINS } from '../money/coins.ts'
import { raceBet } from '../race/race-bet.ts'
import { deployment } from './deployment.ts'
import { count, hex64, timestamp } from './fields.ts'

type Schema = z.ZodMiniType
type Change = Record<string, unknown>

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const HEX = 'ab'.repeat(32)
const HASH = `0x${HEX}`
const ADDRESS = `0x${'aB'.repeat(20)}`
const TIME = '2026-03-01T12:00:00.000Z'
const TIME_MS = 1_772_366_400_000
const REAL_MONEY = 56

/** Lists values that are not whole numbers from 0 to 2⁵³ − 1. */
const NO_COUNTS = [
  null,
  '',
  '5',
  5n,
  [5],
  0.5,
  -1,
  2 ** 53,
  JSON.parse('1e999'),
]

describe.each<[string, Schema, readonly unknown[], readonly unknown[]]>([
  ['a count', count, [0, 1, Number.MAX_SAFE_INTEGER], NO_COUNTS],
  ['an amount of coins', coinAmount, [0, 1, MAX_COINS], NO_COUNTS],
  [
    'a hash',
    hex64,
    ['0123456789abcdef'.repeat(4)],
    [
      HEX.slice(1),
      `${HEX}a`,
      `${HEX}\n`,
      [HEX],
      'A'.repeat(64),
      'g'.repeat(64),
    ],
  ],
  [
    'a timestamp',
    timestamp,
    ['2026-03-01T12:00:00Z', TIME, '2028-02-29T23:59:59.999Z'],
    ['', '2026-03-01', '2026-03-01T12:00:00', '2026-02-30T12:00:00Z'],
  ],
])('%s', (_name, schema, taken, refused) => {
  test.each(taken.map((value) => [value]))('accepts %j', (value) => {
    expect(schema.parse(value)).toBe(value)
  })

  test.each(refused.map((value) => [value]))('rejects %o', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

test('accepts client seeds of 1 to 64 printable ASCII characters without a colon', () => {
  expect(clientSeed.safeParse('x'.repeat(64)).success).toBe(true)
  for (const wrong of ['', 'x'.repeat(65), '😀', 'line\n', 7, ['a']]) {
    expect(clientSeed.safeParse(wrong).success).toBe(false)
  }
  for (let code = 0; code < 256; code += 1) {
    const { success } = clientSeed.safeParse(String.fromCharCode(code))
    const isPlain = code >= 0x20 && code <= 0x7e && code !== 0x3a
    expect({ code, success }).toEqual({ code, success: isPlain })
  }
})

/** Returns the message for an invalid field. */
const SEED_RULE = 'Use 1 to 64 plain characters, without a colon'
const EPOCH_RULE = 'A whole number of up to 9 digits'
const proof = { message: 'm', signature: `0x${'aB'.repeat(65)}` }

test.each<[string, Schema, Change, string]>([
  ['clientSeed', clientSeedRequest, { clientSeed: 'a:b', epoch: 0 }, SEED_RULE],
  ['epoch', commitmentsQuery, { epoch: '1e3' }, EPOCH_RULE],
  ['before', transactionsQuery, { before: '1.5' }, 'A sequence number'],
  ['signature', siweProof, { ...proof, signature: '0x' }, 'Not a signature'],
  [
    'horseId',
    raceBet,
    { horseId: 5, amount: 1 },
    'Choose one of the four horses',
  ],
])('reports an invalid %s', (field, schema, value, message) => {
  const issue = schema.safeParse(value).error?.issues[0]
  expect(issue).toMatchObject({ path: [field], message })
})

/** A whole value; by field, what else it may have and what is refused. */
type Form = {
  schema: Schema
  whole: Change
  may?: Record<string, readonly unknown[]>
  not: Record<string, readonly unknown[]>
}

const answer = {
  transactionId: ID,
  rulesVersion: 1,
  betAmount: 10,
  payout: 0,
  balance: 990,
  nonce: 0,
  serverSeed: HEX,
  serverSeedHash: HEX,
  nextServerSeedHash: HEX,
  clientSeed: 'lucky 7',
  weaker: false,
}
const missing = (value: object) =>
  Object.fromEntries(Object.keys(value).map((field) => [field, [undefined]]))
const NO_NUMBERS = ['', '-1', '1.5', '0x10', '1e3', '1\n', ['1', '2'], 12]
const raceResult = {
  type: 'raceResult',
  timestamp: TIME_MS,
  raceId: ID,
  number: 7,
  void: false,
  winner: 2,
  order: [2, 4, 1, 3],
}
const paid = {
  id: ID,
  chainId: 31_337,
  txHash: HASH,
  amount: '0.05',
  cryptoType: 'tBNB',
  status: 'confirmed',
  confirmations: 6,
  coins: 5_000,
  createdAt: TIME,
  confirmedAt: TIME,
}
const { chainId: _, txHash: __, createdAt: ___, confirmedAt, ...pushed } = paid

const FORMS: Record<string, Form> = {
  'a round answer': {
    schema: roundAnswer,
    whole: answer,
    not: {
      ...missing(answer),
      nextServerSeed: [HEX],
      payout: [0.5],
      serverSeed: ['AB'.repeat(32)],
    },
  },
  'a user': {
    schema: user,
    whole: {
      id: ID,
      username: 'bendy',
      balance: 1_000,
      createdAt: TIME,
      role: 'player',
    },
    may: { wallet: [{ address: ADDRESS, isOnlyWayIn: false }] },
    not: { password: ['$argon2id$'], role: ['admin'], balance: [0.5, -1] },
  },
  'a query for transactions': {
    schema: transactionsQuery,
    whole: {},
    may: {
      before: ['0', '9'.repeat(15)],
      type: ['win'],
      gameType: ['Coin Flip', 'A game of tomorrow'],
    },
    not: {
      before: [...NO_NUMBERS, '1'.repeat(16)],
      type: [['bet', 'win'], '', 'constructor'],
      gameType: ['', 'x'.repeat(65), 'a\0b'],
      userId: [ID],
    },
  },
  'the commitments of an epoch': {
    schema: epochCommitments,
    whole: {
      player: ID,
      epoch: 0,
      root: HEX,
      firstNonce: 0,
      commitments: Array(1_024).fill(HEX),
    },
    not: { commitments: [Array(1_023).fill(HEX), Array(1_025).fill(HEX)] },
  },
  'the state of fairness': {
    schema: fairnessState,
    whole: {
      player: ID,
      epoch: 0,
      root: HEX,
      rootPublishedAt: TIME,
      nonce: 900,
      nextServerSeedHash: HEX,
      clientSeed: 'lucky 7',
      clientSeedSetAt: TIME,
      clientSeedBy: 'player',
    },
    may: { next: [{ epoch: 1, root: HEX }] },
    not: {
      serverSeed: [HEX],
      root: ['ab'],
      clientSeedBy: ['house'],
      next: [{ epoch: 1 }],
    },
  },
  'a request for a client seed': {
    schema: clientSeedRequest,
    whole: { clientSeed: 'lucky 7', epoch: 0 },
    may: { epoch: [2_147_483_647], player: [ID] },
    not: {
      epoch: [undefined, null, '0', -1, -0, 0.5, 2 ** 31],
      player: ['bea'],
      serverSeed: [HEX],
    },
  },
  'daily limits': {
    schema: dailyLimits,
    whole: { dailyStake: 1, dailyLoss: null },
    not: { dailyStake: [0, -1, 1.5, '5', undefined, 2 ** 53] },
  },
  'a time without play': {
    schema: startBreak.body,
    whole: { minutes: 60 },
    may: { minutes: [60_480] },
    not: { minutes: [59, 60_481, 60.5] },
  },
  'a deployment': {
    schema: deployment,
    whole: SAMPLE_DEPLOYMENT,
    may: { chainId: [97], fairnessAnchor: [ADDRESS] },
    not: {
      chainId: [REAL_MONEY, '97'],
      registry: [ADDRESS.slice(0, -1), `${ADDRESS}a`, ADDRESS.slice(2)],
      genesisHash: [`${HASH}a`, `0x${'AB'.repeat(32)}`],
      startBlock: [-1],
      tokens: [{ GUMBY: ADDRESS }],
      privateKey: [HASH],
    },
  },
  'a deposit': {
    schema: deposit,
    whole: paid,
    may: { amount: ['0', '100', '0.01', '0.000000000000000001'] },
    not: {
      amount: [0.05, '', '-1', '.5', '1.', '01', '1e3', `0.${'0'.repeat(19)}`],
      chainId: [REAL_MONEY],
      cryptoType: ['BNB'],
      status: ['failed'],
      confirmations: [7],
      coins: [0.5],
      txHash: [HASH.slice(0, -2)],
      userId: [ID],
    },
  },
  'a proof of a wallet': {
    schema: siweProof,
    whole: proof,
    may: { message: ['m'.repeat(2_000)] },
    not: {
      message: [7],
      signature: [HASH, `${proof.signature}aB`, `0x${'xy'.repeat(65)}`, []],
      id: ['x'],
    },
  },
  'a site for wallets': {
    schema: siweSite,
    whole: { network: { chainId: 97, name: 'Test' } },
    not: { network: [{ chainId: REAL_MONEY, name: 'Test' }] },
  },
  'the public part of the house’s balance': {
    schema: readHouseBalance.answer,
    whole: { jackpot: 10_000 },
    not: { houseBalance: [100_000] },
  },
  'a bet on a race': {
    schema: raceBet,
    whole: { horseId: 1, amount: 1 },
    may: { horseId: [4], amount: [10] },
    not: {
      horseId: [...NO_COUNTS, 0, 5],
      amount: [...NO_COUNTS, 0],
      odds: [9],
    },
  },
  'a push of a deposit': {
    schema: socketMessage,
    whole: { ...pushed, type: 'deposit', timestamp: TIME_MS },
    not: { txHash: [HASH], confirmedAt: [confirmedAt] },
  },
  'a push of the result of a race': {
    schema: socketMessage,
    whole: raceResult,
    not: { winner: [undefined, 5], order: [[2, 4, 1]], void: [true] },
  },
}

function changes(values: Record<string, readonly unknown[]> = {}): Change[] {
  return Object.entries(values).flatMap(([field, all]) =>
    all.map((value) => ({ [field]: value })),
  )
}

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  const { schema, whole, may, not } = form

  test('a parsed value keeps every field', () => {
    for (const change of [{}, ...changes(may)]) {
      const value = { ...whole, ...change }
      expect(schema.parse(value)).toEqual(value)
    }
  })

  test.each(changes(not).map((change) => [change]))(
    'rejects the change %o',
    (change) => {
      expect(schema.safeParse({ ...whole, ...change }).success).toBe(false)
    },
  )
})

test('normalizes the hash of a transaction to recheck', () => {
  const request = recheckRequest.parse({ txHash: `0x${'AB'.repeat(32)}` })
  expect(request).toEqual({ txHash: HASH })
  for (const txHash of ['', HEX, HASH.slice(0, -2), `0x${'zz'.repeat(32)}`]) {
    expect(recheckRequest.safeParse({ txHash }).success).toBe(false)
  }
})
