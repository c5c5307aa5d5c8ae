import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ReceiptsService } from './receipts.service.ts'

export type AnswerReceiptsService = ReturnType<typeof openAnswerReceipts>

/**
 * Receipts for responses to committed changes. A failure is logged and the
 * response has no receipt, because an error would mean that the change failed.
 * `GET /api/receipts` signs the same transaction later.
 */
export function openAnswerReceipts(receipts: ReceiptsService, log: Logger) {
  function onError(error: unknown): undefined {
    log.error({ error }, 'receipt.omitted')
  }
  return {
    /** Like {@link ReceiptsService.sign}; empty if signing fails. */
    sign(statements: readonly ReceiptStatement[]): string[] {
      try {
        return receipts.sign(statements)
      } catch (error) {
        onError(error)
        return []
      }
    },
    /** Like {@link ReceiptsService.of}; undefined if it fails. */
    of: (player: string, seq: number) =>
      receipts.of(player, seq).catch(onError),
    /** Like {@link ReceiptsService.newest}; undefined if it fails. */
    newest: (player: string) => receipts.newest(player).catch(onError),
  }
}
