import * as z from 'zod/mini'
import { transactions, transactionType } from '#core/api/history.ts'
import {
  type Receipt,
  receipt,
  receiptAnswer,
  receiptKeys,
} from '#core/api/receipts.ts'
import { termDifference } from '#core/evidence/bet-terms.ts'
import { checkedClaim } from '#core/evidence/claim.ts'
import { parsedRecord } from '#core/evidence/record.ts'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { receiptRows } from '#core/receipts/receipt.ts'
import {
  contradicts,
  differenceText,
  receiptFailure,
  rowDifference,
  type ShownRow,
} from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { hex64, timestamp } from '#core/schemas/fields.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { loadJson, loadText, parseJson } from '../lib/load-record.ts'
import { claimLine } from './report.ts'

export type ReceiptEvidence = {
  /** The server's key, or the file or URL with its keys. */
  key?: string
  /** File with the player's transactions, another receipt, or the bet's record. */
  against?: string
}

/** A receipt, or a response that has one. */
const receiptFile = z.union([receipt, receiptAnswer])

/**
 * Prints whether the server has signed a receipt, and whether the ledger still
 * has its rows.
 *
 * @returns undefined if it is no receipt.
 */
export async function receiptReport(
  json: unknown,
  { key, against }: ReceiptEvidence,
): Promise<boolean | undefined> {
  const signed = parseReceipt(json)
  if (!signed) return undefined
  const keys = key === undefined ? [signed.key] : await readKeys(key)
  const tools = {
    hashes: nobleHashes,
    verify: webCryptoSignature(crypto.subtle),
  }
  const failure = await receiptFailure(tools, signed, keys)
  const rows = receiptRows(signed)
  console.log(
    [
      `Receipt of ${signed.id}, for player ${signed.player}`,
      ...rows.map(
        ({ seq, type, amount, balanceAfter }) =>
          `  transaction ${seq}: ${type} of ${amount} coins, to a balance of ${balanceAfter}, at ${signed.timestamp}`,
      ),
      ...(signed.terms
        ? [`  ${signed.gameType}: ${canonicalJson(signed.terms)}`]
        : []),
      claimLine(checkedClaim('receipt_path', failure !== 'path')),
      claimLine(checkedClaim('receipt_key', failure !== 'key')),
      claimLine(checkedClaim('receipt_signature', failure === undefined)),
    ].join('\n'),
  )
  if (failure) {
    console.log('NOT PROVEN: the server has not signed this.')
    return false
  }
  const asPublished = key === undefined
  console.log(
    asPublished
      ? `SIGNED, if this is a key that the server has published:\n  ${signed.key}`
      : 'SIGNED by the house.',
  )
  return against === undefined || compareWith(signed, against)
}

async function compareWith(signed: Receipt, source: string): Promise<boolean> {
  const text = await loadText(source)
  const found = text.startsWith(TABLE_HEAD)
    ? findDifference(signed, rowsOfTable(text))
    : differenceFromJson(signed, parseJson(text, source), source)
  console.log(
    found === undefined
      ? 'THERE: the ledger has the rows of the receipt.'
      : `CONTRADICTED: ${found}`,
  )
  return found === undefined
}

function differenceFromJson(
  signed: Receipt,
  json: unknown,
  source: string,
): string | undefined {
  const rows = transactions.safeParse(json).data
  if (rows) return findDifference(signed, rows)
  const record = parsedRecord(json).data
  if (record) {
    const member = termDifference(signed, record)
    return member && `the record of the bet has another ${member}.`
  }
  const other = parseReceipt(json)
  if (!other) {
    throw new LaunchError(
      `${source} has no transactions, as GET /api/transactions and the history's CSV have them, and is no receipt and no record.`,
    )
  }
  if (other.player !== signed.player) {
    throw new LaunchError(`${source} is the receipt of another player.`)
  }
  return contradicts(signed, other)
    ? 'both receipts can not be true of the same ledger.'
    : undefined
}

function findDifference(
  signed: Receipt,
  rows: readonly ShownRow[],
): string | undefined {
  const difference = rowDifference(signed, rows)
  return difference && differenceText(difference)
}

function parseReceipt(json: unknown): Receipt | undefined {
  const found = receiptFile.safeParse(json).data
  if (!found) return undefined
  return 'receipt' in found ? (found.receipt ?? undefined) : found
}

/** @throws LaunchError */
async function readKeys(source: string): Promise<string[]> {
  const key = hex64.safeParse(source).data
  if (key) return [key]
  const published = receiptKeys.safeParse(await loadJson(source)).data
  if (published) return published.keys.map(({ key }) => key)
  throw new LaunchError(
    `${source} has no keys: give 64 hex characters, or where /api/receipts/keys is.`,
  )
}

const TABLE_HEAD = 'timestamp,type,gameType,amount,balanceAfter,seq,id'
const whole = z.string().check(z.regex(/^-?\d{1,16}$/))

/** Columns except the game, which may contain a quoted comma. */
const tableRow = z.tuple([
  timestamp,
  transactionType,
  whole,
  whole,
  whole,
  z.uuid(),
])

/** Parses the history's CSV. @throws LaunchError */
function rowsOfTable(text: string): ShownRow[] {
  const [, ...lines] = text.trimEnd().split('\r\n')
  return lines.map((line, at) => {
    const fields = line.split(',')
    const shown = [...fields.slice(0, 2), ...fields.slice(-4)]
    const { data } = tableRow.safeParse(shown)
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
