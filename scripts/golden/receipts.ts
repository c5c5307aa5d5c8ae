import type { Receipt } from '#core/api/receipts.ts'
import { coins } from '#core/money/coins.ts'
import {
  type ReceiptTransaction,
  receiptJson,
  receiptTree,
  signedText,
} from '#core/receipts/receipt.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import {
  type Ed25519Signer,
  ed25519Signer,
} from '../../api/src/platform/secrets/ed25519.ts'
import { changed, increased, reversed } from './forge.ts'
import type { ReceiptGoldenFile } from './golden-file.ts'

/** Keys of RFC 8032, section 7.1, tests 1 and 2. */
const [house, other] = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
].map((hex) => ed25519Signer(Buffer.from(hex, 'hex'))) as [
  Ed25519Signer,
  Ed25519Signer,
]

/** Batch sizes around powers of two. */
const SIZES = [1, 2, 3, 5, 8, 128]

/** Generates the golden vectors of receipts, deterministically. */
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
      ...changesOf(among).map(([member, value]) => ({
        what: `another ${member}`,
        failure: 'signature',
        receipt: changed(among, member, value),
      })),
    ],
  }
}

type Change = [member: string, value: unknown]

function changesOf({ id, player }: Receipt): Change[] {
  return [
    ['player', id],
    ['id', player],
    ['seq', increased],
    ['timestamp', TIME.replace('000Z', '001Z')],
    ['gameType', 'Slots'],
    ['transactions.0.amount', -11],
    ['transactions.0.type', 'refund'],
    ['transactions.0.metadata', { betId: id }],
    ['transactions', (all: ReceiptTransaction[]) => all.slice(1)],
    ['balance', increased],
    ['terms.nonce', 8],
    ['terms', null],
    ['blind', flipped],
    ['index', 0],
    ['path', reversed],
    ['signature', flipped],
  ]
}

function flipped(hex: string): string {
  return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`
}

function signed(
  { publicKey: key, sign }: Ed25519Signer,
  batch: readonly Statement[],
): Receipt[] {
  const { path, root } = receiptTree(nativeHashes, batch.map(receiptJson))
  const signature = sign(signedText(root))
  return batch.map((statement, index) => ({
    ...statement,
    index,
    path: path(index),
    key,
    signature,
  }))
}

type Statement = Omit<Receipt, 'index' | 'path' | 'key' | 'signature'>

const TIME = '2026-11-25T10:00:00.000Z'

/**
 * Returns statements of several players: lost and won bets, a grant, a race
 * bet, a sports bet.
 */
function statements(size: number): Statement[] {
  return Array.from({ length: size }, (_, at) => ({
    player: idOf(1, at),
    id: idOf(2, at),
    seq: at + 2,
    timestamp: TIME,
    blind: nativeHashes.sha256(`blind ${at}`),
    ...(KINDS[at % KINDS.length] ?? LOST),
  }))
}

const ROUND = {
  gameType: 'Coin Flip',
  terms: {
    bet: { betAmount: 10, choice: 'heads' },
    nonce: 7,
    clientSeed: 'a seed of mine',
  },
}
type Metadata = ReceiptTransaction['metadata']
const entry = (type: string, amount: number, metadata: Metadata = null) => ({
  type,
  amount,
  metadata,
})
const LOST = {
  ...ROUND,
  transactions: [entry('bet', -10)],
  balance: coins(990),
}
const KINDS = [
  LOST,
  {
    ...ROUND,
    transactions: [entry('bet', -10), entry('win', 20)],
    balance: coins(1_010),
  },
  {
    gameType: null,
    terms: null,
    transactions: [entry('grant', 1_000)],
    balance: coins(1_000),
  },
  {
    gameType: 'Horse Race',
    terms: {
      raceId: idOf(3, 0),
      nonce: 12,
      index: 3,
      bet: { horseId: 2, amount: 1 },
    },
    transactions: [entry('bet', -1)],
    balance: coins(0),
  },
  {
    gameType: 'Sports Bet',
    terms: {
      gameId: 'season-1-game-21',
      game: {
        home_team: 'Utah Jazz',
        away_team: 'Chicago Bulls',
        commence_time: TIME,
      },
      market: 'spreads',
      teamName: 'Chicago Bulls',
      point: -3.5,
      odds: -110,
      betAmount: 100,
      bookmaker: 'simulated',
      acceptedAt: TIME,
      live: false,
    },
    transactions: [entry('win', 1, { betId: idOf(2, 4) })],
    balance: coins(Number.MAX_SAFE_INTEGER),
  },
]

function idOf(kind: number, at: number): string {
  return `0189000${kind}-0000-7000-8000-${String(at).padStart(12, '0')}`
}
