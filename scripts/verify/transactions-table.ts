import * as z from 'zod/mini'
import type { ShownRow } from '#core/receipts/verified-receipt.ts'
import { LaunchError } from '../lib/launch-error.ts'

const HEAD = 'timestamp,type,gameType,amount,balanceAfter,seq,id'
const WHOLE = z.string().check(z.regex(/^-?\d{1,16}$/))

/** The last four fields: those before may hold a comma in quotes. */
const row = z.tuple([WHOLE, WHOLE, WHOLE, z.uuid()])

/** Whether a text is the CSV that the history saves. */
export function isTransactionsTable(text: string): boolean {
  return text.startsWith(HEAD)
}

/** @throws LaunchError */
export function rowsOfTable(text: string): ShownRow[] {
  const [, ...lines] = text.trimEnd().split('\r\n')
  return lines.map((line, at) => {
    const { data } = row.safeParse(line.split(',').slice(-4))
    if (!data) throw new LaunchError(`Line ${at + 2} is no transaction.`)
    const [amount, balanceAfter, seq, id] = data
    return {
      id,
      seq: Number(seq),
      amount: Number(amount),
      balanceAfter: Number(balanceAfter),
      metadata: undefined,
    }
  })
}
