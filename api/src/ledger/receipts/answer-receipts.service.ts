import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ReceiptsService } from './receipts.service.ts'

/**
 * Receipts of answers to what is committed. They are optional: a failure here
 * is logged and the answer goes without, for to the player an error would mean
 * that nothing was taken. `GET /api/receipts` signs the same later.
 */
export class AnswerReceiptsService {
  readonly #receipts: ReceiptsService
  readonly #log: Logger

  constructor(receipts: ReceiptsService, log: Logger) {
    this.#receipts = receipts
    this.#log = log
  }

  /** As {@link ReceiptsService.sign}; none where signing fails. */
  sign(statements: readonly ReceiptStatement[]): string[] {
    try {
      return this.#receipts.sign(statements)
    } catch (error) {
      this.#note(error)
      return []
    }
  }

  /** As {@link ReceiptsService.of}; undefined where it fails. */
  of(player: string, seq: number): Promise<string | undefined> {
    return this.#optional(this.#receipts.of(player, seq))
  }

  /** As {@link ReceiptsService.newest}; undefined where it fails. */
  newest(player: string): Promise<string | undefined> {
    return this.#optional(this.#receipts.newest(player))
  }

  #optional(receipt: Promise<string | undefined>): Promise<string | undefined> {
    return receipt.catch((error: unknown) => {
      this.#note(error)
      return undefined
    })
  }

  #note(error: unknown): void {
    this.#log.error({ error }, 'receipt.omitted')
  }
}
