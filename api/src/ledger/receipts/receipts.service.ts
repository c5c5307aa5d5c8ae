import type { ReceiptKeys } from '#core/api/receipts.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import {
  type ReceiptStatement,
  receiptJson,
  receiptTree,
  signedText,
} from '#core/receipts/receipt.ts'
import { subjectOf } from '#core/receipts/verified-receipt.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { Ed25519Signer } from '../../platform/secrets/ed25519.ts'
import type { AnswerRowsService } from '../answer-rows.service.ts'
import type { BetTermsService } from './bet-terms.service.ts'
import type { ReceiptKeysStore } from './receipt-keys.store.ts'

type ReceiptsDeps = {
  hashes: Hashes
  entropy: Entropy
  rows: AnswerRowsService
  terms: BetTermsService
  signer: Ed25519Signer
  store: ReceiptKeysStore
}

const BLIND_BYTES = 32

/**
 * Signs ledger transactions. Statements derive from the database alone, so they
 * can be signed again at any time with another blind.
 */
export class ReceiptsService {
  readonly #deps: ReceiptsDeps

  constructor(deps: ReceiptsDeps) {
    this.#deps = deps
  }

  /**
   * Signs statements of transactions that are durable, all with one signature.
   *
   * @returns the receipts as JSON texts, in the order of the statements.
   */
  sign(statements: readonly ReceiptStatement[]): string[] {
    if (statements.length === 0) return []
    const { entropy, hashes, signer } = this.#deps
    // One draw for the batch: each costs as much as hashing a leaf.
    const random = entropy(BLIND_BYTES * statements.length)
    const texts = statements.map((statement, index) => {
      const from = index * BLIND_BYTES
      const blind = toHex(random.subarray(from, from + BLIND_BYTES))
      return receiptJson({ ...statement, blind })
    })
    const { root, path } = receiptTree(hashes, texts)
    const key = signer.publicKey
    const signature = signer.sign(signedText(root))
    return texts.map((text, index) => {
      const proof = { index, path: path(index), key, signature }
      return `${text.slice(0, -1)},${JSON.stringify(proof).slice(1)}`
    })
  }

  /** The receipt for the answer whose last transaction this is; undefined without it. */
  async of(player: string, seq: number): Promise<string | undefined> {
    const rows = await this.#deps.rows.upTo(player, seq)
    const [first] = rows
    const last = rows.at(-1)
    if (!(first && last)) return undefined
    const id = subjectOf(first)
    const statement: ReceiptStatement = {
      player,
      id,
      seq,
      timestamp: last.timestamp.toISOString(),
      gameType: last.gameType,
      transactions: rows.map(({ type, amount, metadata }) => ({
        type,
        amount,
        metadata,
      })),
      balance: last.balanceAfter,
      terms: last.gameType === null ? null : await this.#deps.terms.of(id),
    }
    return this.sign([statement])[0]
  }

  /** As {@link of}, for the player's last transaction. */
  async newest(player: string): Promise<string | undefined> {
    const seq = await this.#deps.rows.lastSeq(player)
    return seq === undefined ? undefined : this.of(player, seq)
  }

  /** Lists the public keys by number, for anchoring. */
  async publishedKeys(): Promise<{ number: number; hash: string }[]> {
    const rows = await this.#deps.store.all()
    return rows.map(({ number, publicKey: hash }) => ({ number, hash }))
  }

  /** The public keys, the newest first. */
  async keys(): Promise<ReceiptKeys['keys']> {
    const rows = await this.#deps.store.all()
    return rows.map(({ publicKey: key, createdAt }) => ({
      key,
      createdAt: createdAt.toISOString(),
    }))
  }
}
