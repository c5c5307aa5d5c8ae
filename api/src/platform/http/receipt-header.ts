import type { Response } from 'express'

/** Header of an answer that moved coins. Its body stays the same when it is sent again. */
export const RECEIPT_HEADER = 'Receipt'

/** A header holds ASCII only; names of teams may have more. */
const NOT_ASCII = /[\u007f-\uffff]/g

/** @param receipt JSON text; none where no coins moved. */
export function setReceipt(res: Response, receipt: string | undefined): void {
  if (receipt === undefined) return
  const escaped = receipt.replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  res.setHeader(RECEIPT_HEADER, escaped)
}
