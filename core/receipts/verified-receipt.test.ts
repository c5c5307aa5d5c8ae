import { describe, expect, test } from 'vitest'
import { ed25519Signer } from '../../api/src/platform/secrets/ed25519.ts'
import { differences, regenerate } from '../../scripts/golden/golden-file.ts'
import { receiptGoldenVectors } from '../../scripts/lib/golden-files.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { type ReceiptStatement, receiptRoot, signedText } from './receipt.ts'
import {
  contradicts,
  differenceText,
  receiptFailure,
  rowDifference,
  type ShownRow,
} from './verified-receipt.ts'
import { webCryptoSignature } from './web-crypto-signature.ts'

const verify = webCryptoSignature(globalThis.crypto.subtle)
const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const ROUND = '01890a5d-ac96-774b-bcce-b302099a8058'
const WIN = '01890a5d-ac96-774b-bcce-b302099a8059'
const COMMITTED = {
  timestamp: '2026-11-25T10:00:00.000Z',
  gameType: 'Coin Flip',
}
const bought = { type: 'bet', amount: -10, metadata: null }
const paid = { type: 'win', amount: 20, metadata: null }
const won: ReceiptStatement = {
  ...COMMITTED,
  player: PLAYER,
  id: ROUND,
  seq: 8,
  transactions: [bought, paid],
  balance: 1_010,
  terms: {
    bet: { betAmount: 10, choice: 'heads' },
    nonce: 3,
    clientSeed: 'mine',
  },
}
const rows: ShownRow[] = [
  { ...COMMITTED, ...paid, seq: 8, id: WIN, balanceAfter: 1_010 },
  { ...COMMITTED, ...bought, seq: 7, id: ROUND, balanceAfter: 990 },
]

describe('a signature', () => {
  // RFC 8032, section 7.1, tests 1 and 2: the empty message, and one byte.
  const vectors = [
    {
      key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      text: '',
      signature:
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    },
    {
      key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      text: 'r',
      signature:
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    },
  ]

  test.each(vectors)('of RFC 8032 is valid', async (vector) => {
    expect(await verify(vector)).toBe(true)
  })

  test('is invalid for another text, and rejects without Web Crypto', async () => {
    for (const vector of vectors) {
      expect(await verify({ ...vector, text: 'x' })).toBe(false)
      const unchecked = webCryptoSignature(undefined)(vector)
      await expect(unchecked).rejects.toThrow('not available')
    }
  })
})

describe('a receipt', () => {
  const golden = receiptGoldenVectors()
  const tools = { hashes: nobleHashes, verify }

  test.each(golden.valid)(
    'of the golden file is signed by our signer',
    (one) => {
      // The key of RFC 8032, section 7.1, test 1.
      const { publicKey, sign } = ed25519Signer(
        Buffer.from(
          '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
          'hex',
        ),
      )
      const root = receiptRoot(nobleHashes, one, one) ?? ''
      expect(publicKey).toBe(one.key)
      expect(sign(signedText(root))).toBe(one.signature)
    },
  )

  test('is valid, or fails for the stated reason', async () => {
    const again = await regenerate(nobleHashes, golden)
    expect(differences(golden, again ?? {})).toEqual([])
    const failures = new Set(golden.invalid.map(({ failure }) => failure))
    expect([...failures].sort()).toEqual(['key', 'path', 'signature'])
  })

  test('requires a published key', async () => {
    const [one] = golden.valid
    if (!one) throw new Error('some are valid')
    expect(await receiptFailure(tools, one, [one.key])).toBeUndefined()
    expect(await receiptFailure(tools, one, [])).toBe('key')
    const less = { ...one, terms: null }
    expect(await receiptFailure(tools, less, [one.key])).toBe('signature')
  })
})

describe('the rows of a receipt', () => {
  const [win, bet] = rows as [ShownRow, ShownRow]
  const renamed = { ...bet, id: WIN }

  test.each<[string, readonly ShownRow[]]>([
    ['as stated', rows],
    [
      'exported without games',
      rows.map(({ amount, balanceAfter, seq, timestamp, type }) => {
        return { amount, balanceAfter, id: WIN, seq, timestamp, type }
      }),
    ],
  ])('do not differ when they are %s', (_what, shown) => {
    expect(rowDifference(won, shown)).toBeUndefined()
  })

  test.each([
    ['round', { roundId: ROUND }, ROUND],
    ['bet', { betId: ROUND }, ROUND],
    ['transaction without either', { roundId: 7, betId: 8 }, WIN],
  ])('name the %s in their first metadata', (_what, metadata, id) => {
    const transactions = [{ ...paid, metadata }]
    const shown = [{ ...win, metadata }]
    expect(rowDifference({ ...won, id, transactions }, shown)).toBeUndefined()
    const other = { ...won, id: PLAYER, transactions }
    expect(rowDifference(other, shown)?.is).toBe('renamed')
  })

  test.each<[readonly ShownRow[], string, object]>([
    [[bet], 'Transaction 8 is missing.', { is: 'missing', seq: 8 }],
    [[win], 'Transaction 7 is missing.', { is: 'missing', seq: 7 }],
    [
      [win, { ...bet, amount: -20 }],
      'Transaction 7 was changed: it moved -10 coins to a balance of 990, but now shows -20 to 990.',
      {
        is: 'moved',
        claimed: { seq: 7, amount: -10 },
        shown: { seq: 7, amount: -20 },
      },
    ],
    [
      [{ ...win, balanceAfter: 1 }, bet],
      'Transaction 8 was changed: it moved 20 coins to a balance of 1010, but now shows 20 to 1.',
      { is: 'moved', shown: { balanceAfter: 1 } },
    ],
    [
      [win, renamed],
      `Transaction 7 belonged to ${ROUND}, but now shows as part of ${WIN}.`,
      { is: 'renamed', seq: 7, claimed: ROUND, shown: WIN },
    ],
  ])('%o: %s', (shown, text, difference) => {
    const found = rowDifference(won, shown)
    expect(found).toMatchObject(difference)
    expect(found && differenceText(found)).toBe(text)
  })

  test.each<[string, Partial<ShownRow>]>([
    ['type', { type: 'refund' }],
    ['time', { timestamp: '2026-11-25T10:00:00.001Z' }],
    ['game', { gameType: 'Slots' }],
    ['metadata', { metadata: { roundId: ROUND } }],
  ])('differ by another %s', (member, change) => {
    const found = rowDifference(won, [{ ...win, ...change }, bet])
    expect(found).toEqual({ is: 'changed', seq: 8, member })
    expect(found && differenceText(found)).toBe(
      `Transaction 8 was changed: its ${member} is different.`,
    )
  })
})

describe('two receipts', () => {
  const next = {
    ...won,
    id: WIN,
    seq: 9,
    transactions: [bought],
    balance: 1_000,
  }
  const otherBet = { ...won, id: WIN, seq: 80, balance: 5, terms: null }
  const winAlone = { ...won, id: WIN, transactions: [paid] }
  const getWin = (change: object) => ({
    ...winAlone,
    transactions: [{ ...paid, ...change }],
  })

  test.each([
    ['agree where the second goes on from the first', next, false],
    ['agree on different bets far apart', otherBet, false],
    ['agree on a transaction of both', winAlone, false],
    ['contradict with different balances', { ...won, balance: 1_000 }, true],
    ['contradict with different amounts', getWin({ amount: 21 }), true],
    ['contradict with different types', getWin({ type: 'refund' }), true],
    [
      'contradict with different times',
      { ...winAlone, timestamp: '2026-11-26T10:00:00.000Z' },
      true,
    ],
    [
      'contradict with different terms of one bet',
      { ...won, seq: 80, terms: { nonce: 4 } },
      true,
    ],
    [
      'contradict when the second starts from another balance',
      { ...next, balance: 999 },
      true,
    ],
  ])('%s', (_what, other, expected) => {
    expect(contradicts(won, other)).toBe(expected)
    expect(contradicts(other, won)).toBe(expected)
  })
})
