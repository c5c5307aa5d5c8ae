import type { Response } from 'express'

/** The header of an answer that moved coins. Its body stays what it was when it is sent again. */
export const RECEIPT_HEADER = 'Receipt'

/** @param receipt JSON text; none where no coins moved. */
export function setReceipt(res: Response, receipt: string | undefined): void {
  if (receipt !== undefined) res.setHeader(RECEIPT_HEADER, receipt)
}
