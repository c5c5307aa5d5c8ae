import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { NO_WHOLE_NUMBERS } from '#testing/samples/no-whole-numbers.ts'
import { games, registry } from '../games/registry.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { MAX_COINS } from '../money/coins.ts'
import { raceBet } from '../race/race-bet.ts'
import { deployment } from './deployment.ts'
import {
  clientSeed,
  clientSeedRequest,
  commitmentsQuery,
  epochCommitments,
  fairnessState,
} from './fairness.ts'
import { count, hex64, timestamp } from './fields.ts'
import { coolOffRequest, dailyLimitsRequest } from './limits.ts'
import { problem } from './problem.ts'
import { raceBetsAnswer, raceHistoryQuery } from './race.ts'
import { roundAnswer } from './round-answer.ts'
import { siweNonce, siweProof, siweSite } from './siwe.ts'
import { socketMessage } from './socket-message.ts'
import { casinoStats, houseBalance } from './stats.ts'
import { transaction, transactions } from './transaction.ts'
import { transactionsQueryIn } from './transactions-query.ts'
import { user } from './user.ts'
import { deposit, recheckRequest, walletInfo } from './wallet.ts'

type Schema = z.ZodMiniType
type Change = Record<string, unknown>

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const HEX = 'ab'.repeat(32)
const HASH = `0x${HEX}`
const ADDRESS = `0x${'aB'.repeat(20)}`
const TIME = '2026-03-01T12:00:00.000Z'
const TIME_MS = 1_772_366_400_000
const REAL_MONEY = 56

const ANY_SIGN = '~!@#$%^&*()_+{}|<>?/\\"\'`;,.[]-='
const UNITS = ['0', '100', '0.01', '0.000000000000000001']
const NO_UNITS = [0.05, '', '-1', '.5', '1.', '01', '1e3', '0x10']

describe.each<[string, Schema, readonly unknown[], readonly unknown[]]>([
  ['a count', count, [0, 1, Number.MAX_SAFE_INTEGER], NO_WHOLE_NUMBERS],
  ['an amount of coins', coinAmount, [0, 1, MAX_COINS], NO_WHOLE_NUMBERS],
  [
    'a hash',
    hex64,
    ['0123456789abcdef'.repeat(4)],
    [
      ...[HEX.slice(1), `${HEX}a`, `0x${HEX.slice(2)}`, `${HEX}\n`, [HEX]],
      ...['A'.repeat(64), 'g'.repeat(64), null],
    ],
  ],
  [
    'a timestamp',
    timestamp,
    ['2026-03-01T12:00:00Z', TIME, '2028-02-29T23:59:59.999Z'],
    [
      ...[0, '', 'yesterday', '2026-03-01', '2026-03-01T12:00:00'],
      '2026-03-01T12:00:00+02:00',
      '2026-13-01T12:00:00Z',
      '2026-02-30T12:00:00Z',
    ],
  ],
  [
    'a client seed',
    clientSeed,
    ['a', ' ', 'lucky 7', ANY_SIGN, '__proto__', 'x'.repeat(64)],
    ['', 'x'.repeat(65), 'a:b', 'é', '😀', 'tab\there', 'line\n', 7, ['a']],
  ],
])('%s', (_name, schema, taken, refused) => {
  test.each(taken.map((value) => [value]))('can be %j', (value) => {
    expect(schema.parse(value)).toBe(value)
  })

  test.each(refused.map((value) => [value]))('is not %o', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

test('a client seed has printable ASCII characters but no colon', () => {
  for (let code = 0; code < 256; code += 1) {
    const { success } = clientSeed.safeParse(String.fromCharCode(code))
    const isPlain = code >= 0x20 && code <= 0x7e && code !== 0x3a
    expect({ code, success }).toEqual({ code, success: isPlain })
  }
})

/** What a query or a request is told about the field that is wrong. */
const transactionsQuery = transactionsQueryIn(registry)
const SEED_RULE = 'A client seed has 1 to 64 plain characters and no colon'
const EPOCH_RULE = 'A whole number of up to 9 digits'
const proof = { message: 'm', signature: `0x${'aB'.repeat(65)}` }

test.each<[string, Schema, Change, string]>([
  ['clientSeed', clientSeedRequest, { clientSeed: 'a:b', epoch: 0 }, SEED_RULE],
  ['clientSeed', clientSeedRequest, { epoch: 0 }, 'Required'],
  ['epoch', commitmentsQuery, { epoch: '1e3' }, EPOCH_RULE],
  ['epoch', commitmentsQuery, { epoch: ['1', '2'] }, 'Required'],
  ['before', transactionsQuery, { before: '1.5' }, 'A sequence number'],
  ['message', siweProof, { ...proof, message: '' }, 'Required'],
  [
    'message',
    siweProof,
    { ...proof, message: 'm'.repeat(2_001) },
    'A message has at most 2000 characters',
  ],
  ['signature', siweProof, { ...proof, signature: '0x' }, 'Not a signature'],
  [
    'horseId',
    raceBet,
    { horseId: 5, amount: 1 },
    'Choose one of the four horses',
  ],
])('a wrong %s is named', (field, schema, value, message) => {
  const issue = schema.safeParse(value).error?.issues[0]
  expect(issue).toMatchObject({ path: [field], message })
})

/** A whole value, what else it may have, and what it must not have. */
type Form = {
  schema: Schema
  whole: Change
  /** Changes that leave it right. */
  may?: Change[]
  /** Changes that make it wrong. */
  not: Change[]
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
const stats = { totalUsers: 3, totalBetsPlaced: 5, totalAmountWagered: 50 }
const race = { timestamp: TIME_MS, raceId: ID, number: 7 }
const result = { ...race, type: 'raceResult', void: false }
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
const { chainId: _chain, txHash: _hash, createdAt: _at, ...shown } = paid
const { confirmedAt: _, ...pushed } = shown

const FORMS: Record<string, Form> = {
  'a round answer': {
    schema: roundAnswer,
    whole: answer,
    not: [
      ...Object.keys(answer).map((field) => ({ [field]: undefined })),
      { nextServerSeed: HEX },
      { payout: 0.5 },
      { serverSeed: 'AB'.repeat(32) },
    ],
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
    may: [{ wallet: { address: ADDRESS, isOnlyWayIn: false } }],
    not: [
      { password: '$argon2id$' },
      { role: 'admin' },
      { balance: 0.5 },
      { balance: -1 },
    ],
  },
  'a transaction': {
    schema: transaction,
    whole: {
      id: ID,
      seq: 2,
      type: 'bet',
      gameType: 'Coin Flip',
      amount: -10,
      balanceAfter: 990,
      timestamp: TIME,
      metadata: { nonce: 0, choice: 'heads' },
    },
    may: [
      { type: 'grant', gameType: null, amount: 1_000 },
      { metadata: null, gameType: 'No Such Game' },
    ],
    not: [
      { amount: -0.5 },
      { amount: '-10' },
      { balanceAfter: -1 },
      { type: 'withdrawal' },
      { gameType: 7 },
      { id: '7' },
      { userId: ID },
    ],
  },
  'a query for transactions': {
    schema: transactionsQuery,
    whole: {},
    may: [
      { before: '0' },
      { before: '9'.repeat(15), type: 'win' },
      ...games.map(({ gameType }) => ({ gameType })),
    ],
    not: [
      ...[
        '',
        '-1',
        '1.5',
        '0x10',
        'NaN',
        '1e3',
        '1'.repeat(16),
        ['1', '2'],
      ].map((before) => ({ before })),
      { type: ['bet', 'win'] },
      { type: '' },
      { type: 'constructor' },
      { gameType: 'coin flip' },
      { gameType: 'No Such Game' },
      { userId: ID },
    ],
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
    may: [{ next: { epoch: 1, root: HEX } }],
    not: [
      { serverSeed: HEX },
      { root: 'ab' },
      { clientSeedBy: 'house' },
      { next: { epoch: 1 } },
    ],
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
    not: [1_023, 1_025].map((size) => ({
      commitments: Array(size).fill(HEX),
    })),
  },
  'a query for commitments': {
    schema: commitmentsQuery,
    whole: { epoch: '0' },
    may: [{ epoch: '999999999' }],
    not: ['', '-1', '1.5', '0x10', ' 1', '1\n', '2147483648', '١', 1].map(
      (epoch) => ({ epoch }),
    ),
  },
  'a request for a client seed': {
    schema: clientSeedRequest,
    whole: { clientSeed: 'lucky 7', epoch: 0 },
    may: [{ epoch: 2_147_483_647 }, { player: ID }],
    not: [
      ...[undefined, null, '0', -1, -0, 0.5, 2 ** 31].map((epoch) => ({
        epoch,
      })),
      { player: 'bea' },
      { serverSeed: HEX },
    ],
  },
  'daily limits': {
    schema: dailyLimitsRequest,
    whole: { dailyStake: 1, dailyLoss: null },
    not: [0, -1, 1.5, '5', undefined, 2 ** 53].map((dailyStake) => ({
      dailyStake,
    })),
  },
  'a time without play': {
    schema: coolOffRequest,
    whole: { minutes: 60 },
    may: [{ minutes: 60_480 }],
    not: [59, 60_481, 60.5].map((minutes) => ({ minutes })),
  },
  'a deployment': {
    schema: deployment,
    whole: {
      chainId: 31_337,
      genesisHash: HASH,
      startBlock: 1,
      registry: ADDRESS,
      tokens: { GUMBY: ADDRESS, POKEY: ADDRESS },
    },
    may: [{ chainId: 97 }, { fairnessAnchor: ADDRESS }],
    not: [
      { chainId: REAL_MONEY },
      { chainId: '97' },
      { registry: ADDRESS.slice(0, -1) },
      { registry: `${ADDRESS}a` },
      { registry: 'ab'.repeat(20) },
      { genesisHash: `${HASH}a` },
      { genesisHash: `0x${'AB'.repeat(32)}` },
      { startBlock: -1 },
      { tokens: { GUMBY: ADDRESS } },
      { tokens: { GUMBY: ADDRESS, POKEY: ADDRESS, OTHER: ADDRESS } },
      { privateKey: HASH },
    ],
  },
  'a deposit': {
    schema: deposit,
    whole: paid,
    may: UNITS.map((amount) => ({ amount })),
    not: [
      ...[...NO_UNITS, `0.${'0'.repeat(18)}1`].map((amount) => ({ amount })),
      { chainId: REAL_MONEY },
      { cryptoType: 'BNB' },
      { status: 'failed' },
      { confirmations: 7 },
      { coins: 0.5 },
      { txHash: `0x${'ab'.repeat(16)}` },
      { userId: ID },
    ],
  },
  'wallet info': {
    schema: walletInfo,
    whole: {
      address: ADDRESS,
      createdAt: TIME,
      deposits: [paid],
      state: 'active',
      network: { chainId: 31_337, name: 'Local chain', explorer: null },
      assets: [{ symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 100_000 }],
      faucet: { kind: 'local' },
    },
    may: [
      {
        ...{ address: null, createdAt: null, network: null, faucet: null },
        ...{ state: 'none', reason: 'Switched off.', deposits: [], assets: [] },
      },
    ],
    not: [{ network: { chainId: REAL_MONEY, name: 'BNB', explorer: null } }],
  },
  'a proof of a wallet': {
    schema: siweProof,
    whole: proof,
    may: [{ message: 'm'.repeat(2_000) }],
    not: [
      { message: 7 },
      ...[64, 66].map((size) => ({ signature: `0x${'ab'.repeat(size)}` })),
      { signature: `0x${'xy'.repeat(65)}` },
      { signature: [proof.signature] },
      { id: 'x' },
    ],
  },
  'a nonce for a wallet': {
    schema: siweNonce,
    whole: { nonce: 'a'.repeat(32), expiresAt: TIME },
    not: [{ nonce: 'short' }],
  },
  'a site for wallets': {
    schema: siweSite,
    whole: { network: { chainId: 97, name: 'Test' } },
    not: [{ network: { chainId: REAL_MONEY, name: 'Test' } }],
  },
  'the stats': {
    schema: casinoStats,
    whole: { ...stats, jackpot: 10_000, paused: [] },
    may: [
      { paused: [{ gameType: 'Coin Flip', reason: 'New coins are minted.' }] },
      { paused: [{ gameType: 'Hi-Lo', reason: null }] },
    ],
    not: [
      ...Object.keys({ ...stats, jackpot: 0 }).flatMap((field) =>
        [undefined, -1, '3', 0.5].map((value) => ({ [field]: value })),
      ),
      ...[{ gameType: 'Hi-Lo' }, { reason: null }, 'Hi-Lo'].map((pause) => ({
        paused: [pause],
      })),
    ],
  },
  'the public part of the house’s balance': {
    schema: houseBalance,
    whole: { jackpot: 10_000 },
    not: [{ houseBalance: 100_000 }],
  },
  'a refusal': {
    schema: problem,
    whole: { code: 'house_limit', message: 'Too much.', requestId: 'r1' },
    may: [
      { largestStake: 5 },
      { issues: [{ path: ['bets', 0, 'betAmount'], message: 'Required' }] },
    ],
    not: [
      { code: undefined },
      { message: undefined },
      { requestId: 7 },
      { issues: ['betAmount'] },
    ],
  },
  'a bet on a race': {
    schema: raceBet,
    whole: { horseId: 1, amount: 1 },
    may: [{ horseId: 4, amount: 10 }],
    not: [
      ...[...NO_WHOLE_NUMBERS, 0, 5].map((horseId) => ({ horseId })),
      ...[...NO_WHOLE_NUMBERS, 0].map((amount) => ({ amount })),
      { odds: 9 },
    ],
  },
  'a query for past races': {
    schema: raceHistoryQuery,
    whole: {},
    may: [{ before: '12' }],
    not: ['', '-1', '1.5', '0x10', ['1', '2'], 12].map((before) => ({
      before,
    })),
  },
  'a push of a balance': {
    schema: socketMessage,
    whole: { type: 'balance', timestamp: TIME_MS, balance: 990 },
    not: [
      { type: 'constructor' },
      { type: undefined },
      { timestamp: TIME },
      { balance: -1 },
      { userId: 'someone' },
    ],
  },
  'a push of a deposit': {
    schema: socketMessage,
    whole: { ...pushed, type: 'deposit', timestamp: TIME_MS },
    not: [{ txHash: HASH }],
  },
  'a push of the result of a race': {
    schema: socketMessage,
    whole: { ...result, winner: 2, order: [2, 4, 1, 3] },
    not: [
      { winner: undefined, order: undefined },
      { void: true, order: undefined },
      { winner: 5, order: [5, 4, 1, 3] },
      { order: [2, 4, 1] },
    ],
  },
  'a push of a void race': {
    schema: socketMessage,
    whole: { ...result, void: true },
    not: [{ winner: 2 }],
  },
}

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  const { schema, whole, may = [], not } = form

  test('keeps all that it has', () => {
    for (const change of [{}, ...may]) {
      const value = { ...whole, ...change }
      expect(schema.parse(value)).toEqual(value)
    }
  })

  test.each(not.map((change) => [change]))('does not have %o', (change) => {
    expect(schema.safeParse({ ...whole, ...change }).success).toBe(false)
  })
})

test('lists are bare', () => {
  const { whole } = FORMS['a transaction'] ?? {}
  expect(transactions.parse([whole])).toEqual([whole])
  expect(transactions.safeParse({ transactions: [whole] }).success).toBe(false)
  const bets = [{ horseId: 1, amount: 30 }]
  expect(raceBetsAnswer.parse(bets)).toEqual(bets)
})

test('a transaction to recheck is known by its hash in lower case', () => {
  const asked = recheckRequest.parse({ txHash: `0x${'AB'.repeat(32)}` })
  expect(asked).toEqual({ txHash: HASH })
  for (const txHash of ['', HEX, HASH.slice(0, -2), `0x${'zz'.repeat(32)}`]) {
    expect(recheckRequest.safeParse({ txHash }).success).toBe(false)
  }
})
