import type { Response } from 'express'
import { RECEIPT_HEADER } from '#core/api/receipts.ts'

/** Headers are ASCII only; team names may not be. */
const NOT_ASCII = /[\u007f-\uffff]/g

/** @param receipt JSON text; undefined when no coins moved. */
export function setReceipt(res: Response, receipt: string | undefined): void {
  if (receipt === undefined) return
  const escaped = receipt.replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  res.setHeader(RECEIPT_HEADER, escaped)
}
