import { coins } from '#core/money/coins.ts'
import {
  type ReceiptStatement,
  receiptTree,
  signedText,
} from '#core/receipts/receipt.ts'
import type { Receipt } from '#core/schemas/receipt.ts'
import type { ReceiptGoldenFile } from '#core/schemas/receipt-golden-file.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import {
  type Ed25519Signer,
  ed25519Signer,
} from '../../api/src/platform/secrets/ed25519.ts'

/** Those of RFC 8032, section 7.1, tests 1 and 2. */
const [house, other] = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
].map((hex) => ed25519Signer(Buffer.from(hex, 'hex'))) as [
  Ed25519Signer,
  Ed25519Signer,
]

/** Around the powers of two. */
const SIZES = [1, 2, 3, 5, 8, 128]

/** The golden vectors of receipts: the same each time. */
export function receiptGolden(): ReceiptGoldenFile {
  const valid = SIZES.flatMap((size) => {
    const batch = signed(house, statements(size))
    return [batch.at(0), batch.at(-1)].filter((one) => one !== undefined)
  })
  const alone = signed(house, statements(1))[0] as Receipt
  const among = signed(house, statements(5))[1] as Receipt
  const forged = signed(other, statements(1))[0] as Receipt
  return {
    keys: [house.publicKey],
    valid,
    invalid: [
      {
        what: 'an index outside of its path',
        failure: 'path',
        receipt: { ...alone, index: 1 },
      },
      { what: 'a key of nobody', failure: 'key', receipt: forged },
      {
        what: 'a signature of another key',
        failure: 'signature',
        receipt: { ...forged, key: house.publicKey },
      },
      ...changesOf(among).map(([what, change]) => ({
        what,
        failure: 'signature' as const,
        receipt: { ...among, ...change },
      })),
    ],
  }
}

function changesOf(receipt: Receipt): [string, Partial<Receipt>][] {
  const { amounts, balance, id, path, player, seq, signature } = receipt
  return [
    ['another player', { player: id }],
    ['another round', { id: player }],
    ['another number', { seq: seq + 1 }],
    ['another amount', { amounts: amounts.map((amount) => amount - 1) }],
    ['an amount more', { amounts: [...amounts, 1].slice(-2) }],
    ['another balance', { balance: coins(balance + 1) }],
    ['another place', { index: 0 }],
    ['siblings the other way round', { path: path.toReversed() }],
    ['a bit of its signature', { signature: flipped(signature) }],
  ]
}

function flipped(hex: string): string {
  return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`
}

function signed(
  { publicKey: key, sign }: Ed25519Signer,
  batch: readonly ReceiptStatement[],
): Receipt[] {
  const { path, root } = receiptTree(nativeHashes, batch)
  const signature = sign(signedText(root))
  return batch.map(({ amounts, balance, ...statement }, index) => ({
    ...statement,
    amounts: [...amounts],
    balance: coins(balance),
    index,
    path: path(index),
    key,
    signature,
  }))
}

/** Of different players: bets lost and won, a grant, and the largest balance. */
function statements(size: number): ReceiptStatement[] {
  const kinds = [
    { amounts: [-10], balance: 990 },
    { amounts: [-10, 20], balance: 1_010 },
    { amounts: [1_000], balance: 1_000 },
    { amounts: [-1], balance: 0 },
    { amounts: [1], balance: Number.MAX_SAFE_INTEGER },
  ]
  return Array.from({ length: size }, (_, at) => ({
    player: idOf(1, at),
    id: idOf(2, at),
    seq: at + 2,
    ...(kinds[at % kinds.length] ?? { amounts: [], balance: 0 }),
  }))
}

function idOf(kind: number, at: number): string {
  return `0189000${kind}-0000-7000-8000-${String(at).padStart(12, '0')}`
}
