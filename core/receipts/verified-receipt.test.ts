import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../fairness/hashes.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { type ReceiptStatement, receiptTree, signedText } from './receipt.ts'
import {
  contradicts,
  receiptFailure,
  rowDifference,
  type ShownRow,
  type SignedReceipt,
} from './verified-receipt.ts'
import { webCryptoSignature } from './web-crypto-signature.ts'

const { subtle } = globalThis.crypto
const verify = webCryptoSignature(subtle)
const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const ROUND = '01890a5d-ac96-774b-bcce-b302099a8058'
const WIN = '01890a5d-ac96-774b-bcce-b302099a8059'
const won: ReceiptStatement = {
  player: PLAYER,
  id: ROUND,
  seq: 8,
  amounts: [-10, 20],
  balance: 1_010,
}
const rows: ShownRow[] = [
  { seq: 8, id: WIN, amount: 20, balanceAfter: 1_010, metadata: null },
  { seq: 7, id: ROUND, amount: -10, balanceAfter: 990, metadata: null },
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

  test.each(vectors)('of RFC 8032 is good', async (vector) => {
    expect(await verify(vector)).toBe(true)
  })

  test('is none for another text', async () => {
    for (const vector of vectors) {
      expect(await verify({ ...vector, text: 'x' })).toBe(false)
    }
  })
})

describe('a receipt', () => {
  async function signed(): Promise<SignedReceipt> {
    const pair = (await subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const tree = receiptTree(nobleHashes, [
      { ...won, seq: 1 },
      won,
      { ...won, seq: 2 },
    ])
    const text = new TextEncoder().encode(signedText(tree.root))
    const [raw, signature] = await Promise.all([
      subtle.exportKey('raw', pair.publicKey),
      subtle.sign('Ed25519', pair.privateKey, text),
    ])
    return {
      ...won,
      index: 1,
      path: tree.path(1),
      key: toHex(new Uint8Array(raw)),
      signature: toHex(new Uint8Array(signature)),
    }
  }
  const tools = { hashes: nobleHashes, verify }

  test('is the house’s by its published key alone', async () => {
    const one = await signed()
    expect(await receiptFailure(tools, one, [one.key])).toBeUndefined()
    expect(await receiptFailure(tools, one, [])).toBe('key')
  })

  test.each([
    ['another player', { player: ROUND }],
    ['another round', { id: WIN }],
    ['another seq', { seq: 9 }],
    ['other amounts', { amounts: [-10, 30] }],
    ['one transaction less', { amounts: [20] }],
    ['another balance', { balance: 1_011 }],
    ['another place', { index: 2 }],
    ['a shorter path', { path: [] as string[], index: 0 }],
  ])('is not with %s', async (_what, change) => {
    const one = await signed()
    const forged = { ...one, ...change }
    expect(await receiptFailure(tools, forged, [one.key])).toBe('signature')
  })

  test('is not with a signature that is another one’s', async () => {
    const [one, other] = [await signed(), await signed()]
    const bytes = fromHex(one.signature)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const flipped = { ...one, signature: toHex(bytes) }
    expect(await receiptFailure(tools, flipped, [one.key])).toBe('signature')
    const taken = { ...one, signature: other.signature }
    expect(await receiptFailure(tools, taken, [one.key])).toBe('signature')
  })
})

describe('the rows of a receipt', () => {
  test('are there when amounts, balances and the round are the same', () => {
    expect(rowDifference(won, rows)).toBeUndefined()
  })

  test('are missed one by one', () => {
    expect(rowDifference(won, rows.slice(1))).toEqual({ is: 'missing', seq: 8 })
    expect(rowDifference(won, rows.slice(0, 1))).toEqual({
      is: 'missing',
      seq: 7,
    })
  })

  test('are changed where an amount or a balance is', () => {
    const [win, bet] = rows as [ShownRow, ShownRow]
    const changed = { ...bet, amount: -20 }
    expect(rowDifference(won, [win, changed])).toMatchObject({
      is: 'changed',
      claimed: { seq: 7, amount: -10 },
      shown: { seq: 7, amount: -20 },
    })
    expect(
      rowDifference(won, [{ ...win, balanceAfter: 1 }, bet]),
    ).toMatchObject({ is: 'changed', shown: { balanceAfter: 1 } })
  })

  test('are of another round where the first one names another', () => {
    const [win, bet] = rows as [ShownRow, ShownRow]
    expect(rowDifference(won, [win, { ...bet, id: WIN }])).toEqual({
      is: 'renamed',
      seq: 7,
      claimed: ROUND,
      shown: WIN,
    })
    const step = { ...bet, id: WIN, metadata: { roundId: ROUND } }
    expect(rowDifference(won, [win, step])).toBeUndefined()
  })

  test('are not asked for a name where none is known', () => {
    const [win, bet] = rows as [ShownRow, ShownRow]
    const untold = { ...bet, id: WIN, metadata: undefined }
    expect(rowDifference(won, [win, untold])).toBeUndefined()
  })
})

describe('two receipts', () => {
  const next = { ...won, seq: 9, amounts: [-10], balance: 1_000 }

  test('agree where the second goes on from the first', () => {
    expect(contradicts(won, next)).toBe(false)
    expect(contradicts(next, won)).toBe(false)
  })

  test('agree when they are far from each other', () => {
    expect(contradicts(won, { ...won, seq: 80, balance: 5 })).toBe(false)
  })

  test('contradict each other by one transaction of two balances', () => {
    expect(contradicts(won, { ...won, balance: 1_000 })).toBe(true)
    const winAlone = { ...won, id: WIN, amounts: [21] }
    expect(contradicts(won, winAlone)).toBe(true)
    expect(contradicts(won, { ...winAlone, amounts: [20] })).toBe(false)
  })

  test('contradict each other when the second starts from another balance', () => {
    expect(contradicts(won, { ...next, balance: 999 })).toBe(true)
  })
})
