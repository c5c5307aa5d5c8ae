import * as z from 'zod/mini'
import { transactionType } from '#core/api/history.ts'
import type { ShownRow } from '#core/receipts/verified-receipt.ts'
import { timestamp } from '#core/schemas/fields.ts'
import { LaunchError } from '../cli/launch-error.ts'

const HEAD = 'timestamp,type,gameType,amount,balanceAfter,seq,id'
const WHOLE = z.string().check(z.regex(/^-?\d{1,16}$/))

/** Columns except the game, which may contain a quoted comma. */
const row = z.tuple([timestamp, transactionType, WHOLE, WHOLE, WHOLE, z.uuid()])

/** Whether a text is the CSV that the history saves. */
export function isTransactionsTable(text: string): boolean {
  return text.startsWith(HEAD)
}

/** @throws LaunchError */
export function rowsOfTable(text: string): ShownRow[] {
  const [, ...lines] = text.trimEnd().split('\r\n')
  return lines.map((line, at) => {
    const fields = line.split(',')
    const { data } = row.safeParse([...fields.slice(0, 2), ...fields.slice(-4)])
    if (!data) throw new LaunchError(`Line ${at + 2} is no transaction.`)
    const [time, type, amount, balanceAfter, seq, id] = data
    return {
      id,
      timestamp: time,
      type,
      seq: Number(seq),
      amount: Number(amount),
      balanceAfter: Number(balanceAfter),
    }
  })
}
