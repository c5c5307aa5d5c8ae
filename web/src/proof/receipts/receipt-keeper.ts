import { listTransactions } from '#core/api/history.ts'
import {
  listReceiptKeys,
  type Receipt,
  readReceipt,
  receipt,
} from '#core/api/receipts.ts'
import type { VerifySignature } from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { call } from '../../lib/call.ts'
import { currentUser } from '../../session/user-query.ts'
import { sharedStorage } from '../fairness/verifier/pin-store.ts'
import {
  findFinding,
  findingText,
  type ReceiptFinding,
  type SignatureCheck,
  signatureFinding,
  verifySignature,
} from './judge-receipt.ts'
import { createReceiptStore, type ReceiptStore } from './receipt-store.ts'

const receiptsApi = {
  keys: receiptKeys,

  /** Returns the session's player, which another tab may change. */
  player: async (): Promise<string | undefined> => (await currentUser())?.id,

  /** Returns the signed receipt of the player's newest transaction. */
  newest: async () => (await call(readReceipt)).receipt,

  /** Returns a page of the player's history, newest first, from a transaction on. */
  rowsFrom: (seq: number) =>
    call(listTransactions, { query: { before: String(seq + 1) } }),
}

/** Returns the public keys of the server, newest first. */
export async function receiptKeys(): Promise<string[]> {
  const { keys } = await call(listReceiptKeys)
  return keys.map(({ key }) => key)
}

type KeeperOptions = {
  player: string
  store: ReceiptStore
  api: typeof receiptsApi
  verify: VerifySignature
  onFinding(finding: ReceiptFinding): void
}

/** Starts a keeper on the real server and storage. */
export function startKeeper(
  player: string,
  onFinding: (explanation: string) => void,
): ReceiptKeeper {
  return receiptKeeper({
    player,
    store: createReceiptStore(sharedStorage(), player),
    api: receiptsApi,
    verify: webCryptoSignature(crypto.subtle),
    onFinding: (finding) => onFinding(findingText(finding)),
  })
}

export type ReceiptKeeper = ReturnType<typeof receiptKeeper>

/**
 * Stores the receipts of one player. Compares each with those before it, and
 * all of them with the history that the server shows.
 */
export function receiptKeeper(options: KeeperOptions) {
  const { player, store, api, verify, onFinding } = options
  let keys: string[] | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Runs after earlier work, whether that failed or not. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function judge(received: Receipt): Promise<void> {
    // Another tab may have signed in another player.
    if (received.player !== player) return
    const unsigned = signatureFinding(await checkSignature(received))
    if (unsigned) return onFinding(unsigned)
    const kept = store.against(received)
    if (kept) {
      store.keepContradiction([kept, received])
      return onFinding({ is: 'contradiction', seq: received.seq })
    }
    const newest = store.newest()?.seq ?? 0
    store.keep(received)
    // An answer may be late, but the history must still have the newer rows.
    if (received.seq < newest) await compare()
  }

  /** Reads the keys again for an unknown one: it may have been added since. */
  async function checkSignature(received: Receipt): Promise<SignatureCheck> {
    const signature = keys && (await verifySignature(verify, received, keys))
    if (signature && signature !== 'key') return signature
    return checkByNewKeys(received)
  }

  async function checkByNewKeys(received: Receipt): Promise<SignatureCheck> {
    try {
      keys = await api.keys()
    } catch {
      return 'unchecked'
    }
    return verifySignature(verify, received, keys)
  }

  async function compare(): Promise<void> {
    const receipts = store.all()
    const newest = receipts.at(-1)
    if (!newest) return
    const rows = await api.rowsFrom(newest.seq)
    const signature = await checkByNewKeys(newest)
    const finding = findFinding({ receipts, rows, signature })
    if (!finding) return
    // Another tab may have signed in another player, whose history this is.
    const isOwn = finding.is !== 'different' || (await api.player()) === player
    if (isOwn) onFinding(finding)
  }

  return {
    /** Judges and stores a receipt that came with an answer. */
    take: (json: string): Promise<void> =>
      inTurn(async () => {
        const received = parseReceipt(json)
        if (received) await judge(received)
        else onFinding({ is: 'malformed' })
      }),

    /** Requests the newest receipt if the balance is not the stored one's. */
    catchUp: (balance: number): Promise<void> =>
      inTurn(async () => {
        if (store.newest()?.balance === balance) return
        const received = await api.newest()
        if (received) await judge(received)
      }),

    /** Checks that the history still has what was signed. */
    compare: (): Promise<void> => inTurn(compare),
  }
}

function parseReceipt(json: string): Receipt | undefined {
  try {
    return receipt.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

type CheckedReceipts = {
  /** The newest one, or two that contradict each other; empty without any. */
  receipts: readonly Receipt[]
  finding?: ReceiptFinding | undefined
  /** False if this browser can't check signatures. */
  isChecked: boolean
}

/**
 * Compares this browser's receipts with what the server shows now.
 *
 * @throws if another tab has signed in another player.
 */
export async function checkedReceipts(
  player: string,
): Promise<CheckedReceipts> {
  const store = createReceiptStore(sharedStorage(), player)
  const contradiction = store.contradiction()
  if (contradiction) {
    const seq = contradiction.at(-1)?.seq ?? 0
    const finding = { is: 'contradiction', seq } as const
    return { receipts: contradiction, finding, isChecked: true }
  }
  const kept = store.all()
  const newest = kept.at(-1) ?? (await receiptsApi.newest())
  if (!newest) return { receipts: [], isChecked: true }
  if (newest.player !== player) throw new Error('Another player is signed in')
  const [keys, rows] = await Promise.all([
    receiptsApi.keys(),
    receiptsApi.rowsFrom(newest.seq),
  ])
  const verify = webCryptoSignature(crypto.subtle)
  const signature = await verifySignature(verify, newest, keys)
  const receipts = kept.length > 0 ? kept : [newest]
  const finding = findFinding({ receipts, rows, signature })
  if (finding?.is === 'different' && (await receiptsApi.player()) !== player) {
    throw new Error('Another player is signed in')
  }
  if (!finding) store.keep(newest)
  const isChecked = signature !== 'unchecked'
  return { receipts: [newest], finding, isChecked }
}
