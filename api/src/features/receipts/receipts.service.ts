import type { Hashes } from '#core/fairness/hashes.ts'
import {
  type ReceiptStatement,
  receiptTree,
  signedText,
} from '#core/receipts/receipt.ts'
import {
  type SignedReceipt,
  subjectOf,
} from '#core/receipts/verified-receipt.ts'
import type { ReceiptKeys } from '#core/schemas/receipt.ts'
import type { Ed25519Signer } from '../../platform/secrets/ed25519.ts'
import type { AnswerRowsService } from '../ledger/answer-rows.service.ts'
import type { ReceiptKeysStore } from './receipt-keys.store.ts'

type ReceiptsDeps = {
  hashes: Hashes
  rows: AnswerRowsService
  signer: Ed25519Signer
  store: ReceiptKeysStore
}

/**
 * Signs what answers say of the ledger. What is signed follows from the rows
 * alone, so that a receipt can be made again at any time; which other
 * statements it was signed with can not.
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
    const { hashes, signer } = this.#deps
    const { root, path } = receiptTree(hashes, statements)
    const key = signer.publicKey
    const signature = signer.sign(signedText(root))
    return statements.map((statement, index) =>
      JSON.stringify({
        ...statement,
        index,
        path: path(index),
        key,
        signature,
      } satisfies SignedReceipt),
    )
  }

  /** The receipt for the answer whose last transaction this is; undefined without it. */
  async of(player: string, seq: number): Promise<string | undefined> {
    const rows = await this.#deps.rows.upTo(player, seq)
    const [first] = rows
    const last = rows.at(-1)
    if (!(first && last)) return undefined
    const amounts = rows.map(({ amount }) => amount)
    const { balanceAfter: balance } = last
    const id = subjectOf(first)
    return this.sign([{ player, id, seq, amounts, balance }])[0]
  }

  /** As {@link of}, for the player's last transaction. */
  async newest(player: string): Promise<string | undefined> {
    const seq = await this.#deps.rows.lastSeq(player)
    return seq === undefined ? undefined : this.of(player, seq)
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
