import { describe, expect, test } from 'vitest'
import type { Transaction } from '#core/api/history.ts'
import type { Receipt } from '#core/api/receipts.ts'
import { toHex, utf8 } from '#core/fairness/hashes.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { coins } from '#core/money/coins.ts'
import { leafText, receiptJson, signedText } from '#core/receipts/receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { bea, betRow, roundId } from '#testing/page/players.ts'
import { memoryStorage } from '../../lib/key-value-storage.ts'
import { findingText, type ReceiptFinding } from './judge-receipt.ts'
import { receiptKeeper } from './receipt-keeper.ts'
import { createReceiptStore } from './receipt-store.ts'

const PAIR = (await crypto.subtle.generateKey('Ed25519', true, [
  'sign',
  'verify',
])) as CryptoKeyPair
const KEY = toHex(
  new Uint8Array(await crypto.subtle.exportKey('raw', PAIR.publicKey)),
)

/** Signs the receipt of a lost bet of 10 coins; the balance falls with each. */
async function readReceipt(
  seq: number,
  { balance = 1_000 - seq * 10, player = bea.id as string } = {},
): Promise<Receipt> {
  const statement = {
    player,
    id: roundId(seq),
    seq,
    timestamp: betRow.timestamp,
    gameType: betRow.gameType,
    transactions: [{ type: 'bet', amount: -10, metadata: null }],
    balance: coins(balance),
    terms: null,
    blind: 'ab'.repeat(32),
  }
  const text = leafText(receiptJson(statement))
  const root = nobleHashes.sha256(`\u0000${text}`)
  const signed = new Uint8Array(utf8(signedText(root)))
  const signature = await crypto.subtle.sign('Ed25519', PAIR.privateKey, signed)
  return {
    ...statement,
    index: 0,
    path: [],
    key: KEY,
    signature: toHex(new Uint8Array(signature)),
  }
}

function toRow(seq: number, balanceAfter = 1_000 - seq * 10): Transaction {
  const balance = coins(balanceAfter)
  return {
    ...betRow,
    id: roundId(seq),
    seq,
    balanceAfter: balance,
    type: 'bet',
  }
}

/** Returns a keeper against a server with a history of some rows. */
function keeping(
  rows: readonly Transaction[] = [],
  verify = webCryptoSignature(crypto.subtle),
) {
  const findings: ReceiptFinding[] = []
  const store = createReceiptStore(memoryStorage(), bea.id)
  const server = {
    rows: [...rows],
    keys: [KEY],
    newest: null as Receipt | null,
    player: bea.id as string,
  }
  const keeper = receiptKeeper({
    player: bea.id,
    store,
    verify,
    api: {
      keys: async () => server.keys,
      newest: async () => server.newest,
      player: async () => server.player,
      rowsFrom: async (seq) =>
        server.rows
          .filter((row) => row.seq <= seq)
          .toSorted((one, other) => other.seq - one.seq),
    },
    onFinding: (finding) => findings.push(finding),
  })
  const take = async (receipt: Receipt) => keeper.take(JSON.stringify(receipt))
  return { findings, server, keeper, store, take }
}

describe('a receipt', () => {
  test('is stored when its signature is valid', async () => {
    const { findings, store, take } = keeping()
    await take(await readReceipt(1))
    await take(await readReceipt(2))
    expect(store.newest()?.seq).toBe(2)
    expect(findings).toEqual([])
  })

  test.each([
    ['signature', { balance: coins(991) }],
    ['key', { key: 'ab'.repeat(32) }],
  ])('is refused with a finding for its %s', async (because, change) => {
    const { findings, store, take } = keeping()
    await take({ ...(await readReceipt(1)), ...change })
    expect(findings).toEqual([{ is: 'unsigned', because }])
    expect(store.newest()).toBeUndefined()
  })

  test('of a newly published key is looked up and stored', async () => {
    const { findings, server, store, take } = keeping()
    server.keys = ['ab'.repeat(32)]
    await take(await readReceipt(1))
    server.keys.push(KEY)
    await take(await readReceipt(2))
    expect(findings).toHaveLength(1)
    expect(store.newest()?.seq).toBe(2)
  })

  test('of another player is ignored', async () => {
    const { findings, store, take } = keeping()
    await take(await readReceipt(1, { player: roundId(99) }))
    expect(store.all()).toEqual([])
    expect(findings).toEqual([])
  })

  test('is reported when malformed', async () => {
    const { findings, keeper } = keeping()
    await keeper.take('{"seq":')
    expect(findings).toEqual([{ is: 'malformed' }])
  })
})

describe('a later answer of the server', () => {
  test('may not contradict its receipt with another balance of the same transaction', async () => {
    const { findings, store, take } = keeping()
    await take(await readReceipt(5))
    await take(await readReceipt(5, { balance: 500 }))
    expect(findings).toEqual([{ is: 'contradiction', seq: 5 }])
    expect(store.contradiction()?.map(({ balance }) => balance)).toEqual([
      950, 500,
    ])
    expect(store.newest()?.balance).toBe(950)
  })

  test('may not continue from a balance other than the signed one', async () => {
    const { findings, take } = keeping()
    await take(await readReceipt(5))
    await take(await readReceipt(6, { balance: 939 }))
    expect(findings).toEqual([{ is: 'contradiction', seq: 6 }])
  })

  test('may arrive late if the history contains all of it', async () => {
    const { findings, take } = keeping([toRow(4), toRow(5)])
    await take(await readReceipt(5))
    await take(await readReceipt(4))
    expect(findings).toEqual([])
  })

  test('may not restart at a lower number, which leaves rows missing', async () => {
    const { findings, server, take } = keeping()
    await take(await readReceipt(9))
    server.rows = [toRow(2)]
    await take(await readReceipt(2))
    expect(findings).toEqual([
      { is: 'different', difference: { is: 'missing', seq: 9 } },
    ])
  })

  test('is ignored while another player is signed in from another tab', async () => {
    const { findings, server, keeper, take } = keeping()
    await take(await readReceipt(1))
    server.rows = [toRow(1, 500)]
    server.player = roundId(99)
    await keeper.compare()
    expect(findings).toEqual([])
    server.player = bea.id
    await keeper.compare()
    expect(findings).toHaveLength(1)
  })

  test('is compared with every receipt within its history', async () => {
    const { findings, server, keeper, take } = keeping()
    for (const seq of [1, 2, 3]) await take(await readReceipt(seq))
    server.rows = [toRow(1), toRow(2, 975), toRow(3)]
    await keeper.compare()
    const [finding] = findings
    expect(finding && findingText(finding)).toContain(
      'Transaction 2 was changed: it moved -10 coins to a balance of 980, but now shows -10 to 975.',
    )
  })

  test('may show a page of history without the older rows', async () => {
    const { findings, server, keeper, take } = keeping()
    for (const seq of [1, 2, 3]) await take(await readReceipt(seq))
    server.rows = [toRow(3)]
    await keeper.compare()
    expect(findings).toEqual([])
  })

  test('is reported when the newest receipt’s key is no longer published', async () => {
    const { findings, server, keeper, take } = keeping([toRow(1)])
    await take(await readReceipt(1))
    server.keys = ['ab'.repeat(32)]
    await keeper.compare()
    expect(findings).toEqual([{ is: 'unsigned', because: 'key' }])
  })

  test('is requested when a push changes the balance', async () => {
    const { server, keeper, store, take } = keeping()
    await take(await readReceipt(1))
    server.newest = await readReceipt(2)
    await keeper.catchUp(990)
    expect(store.newest()?.seq).toBe(1)
    await keeper.catchUp(980)
    expect(store.newest()?.seq).toBe(2)
  })
})

test('stores a receipt unchecked in a browser without Ed25519', async () => {
  const { findings, store, take } = keeping([], async () => {
    throw new Error('NotSupportedError')
  })
  await take(await readReceipt(1))
  expect(store.newest()?.seq).toBe(1)
  expect(findings).toEqual([])
})
