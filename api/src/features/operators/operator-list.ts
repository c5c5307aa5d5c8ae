import type { Request, Router } from 'express'
import type * as z from 'zod/mini'
import { OPERATOR_PAGE_SIZE } from '#core/schemas/operator/paging.ts'
import { type CsvValue, csvLine } from '../../platform/http/csv.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Allow } from './require-operator.ts'

/** Rows read at once for a file, which nobody reads page by page. */
const FILE_PAGE_SIZE = 100

type Paged = {
  before?: string | undefined
  format?: 'json' | 'csv' | undefined
}
type Page = { limit: number; req: Request }

/** A list for operators, in pages or as one file. */
type OperatorList<Query extends Paged, Row extends object> = {
  /** Below `/operator`. */
  path: string
  /** The answer's field, and the file. */
  name: string
  query: z.ZodMiniType<Query>
  /** Its fields are the file's columns. */
  row: z.ZodMiniObject & z.ZodMiniType<Row>
  page(query: Query, asked: Page): Promise<readonly Row[]>
  /** The field whose value is the `before` of the page that follows. */
  cursor: keyof Row & string
  /** True where its first page has all of it. */
  isWhole?: boolean
  /** Gives what the answer has beside the rows. */
  beside?: () => Promise<object>
}

/** Serves pages of a list, or a stream of all its rows as CSV. */
export function serveList<Query extends Paged, Row extends object>(
  router: Router,
  { allow, log }: { allow: Allow; log: Logger },
  list: OperatorList<Query, Row>,
): void {
  const { beside, name, page, path } = list
  router.get(`/operator/${path}`, allow('read'), async (req, res) => {
    const query = parseRequest(list.query, req.query)
    if (isFileAsked(req, query)) {
      const pieces = fileOf(list, query, req)
      const type = 'text/csv; charset=utf-8'
      await sendFile(res, { name: `${name}.csv`, type, pieces }, log)
      return
    }
    const [rows, more] = await Promise.all([
      page(query, { limit: OPERATOR_PAGE_SIZE, req }),
      beside?.(),
    ])
    res.json({ [name]: rows, ...more })
  })
}

function isFileAsked(req: Request, { format }: Paged): boolean {
  if (format !== undefined) return format === 'csv'
  return req.accepts(['json', 'csv']) === 'csv'
}

async function* fileOf<Query extends Paged, Row extends object>(
  { cursor, isWhole = false, page, row }: OperatorList<Query, Row>,
  query: Query,
  req: Request,
): AsyncGenerator<string> {
  const columns = Object.keys(row.shape)
  yield csvLine(columns)
  let before = query.before
  let isLast = false
  while (!isLast) {
    const rows = await page(
      { ...query, before },
      { limit: FILE_PAGE_SIZE, req },
    )
    yield rows.map((one) => csvLine(valuesOf(one, columns))).join('')
    const last = rows.at(-1)
    isLast = isWhole || rows.length < FILE_PAGE_SIZE || !last
    if (last) before = String(last[cursor])
  }
}

function valuesOf(row: object, columns: readonly string[]): CsvValue[] {
  const values = new Map<string, unknown>(Object.entries(row))
  return columns.map((column) => csvValue(values.get(column)))
}

/** Writes what has parts as JSON. */
function csvValue(value: unknown): CsvValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean'
    ? value
    : String(value)
}

/** A cursor of rows that are numbered. */
export function numberIn(before: string | undefined): number | undefined {
  return before === undefined ? undefined : Number(before)
}
