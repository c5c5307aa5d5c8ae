import type { Request } from 'express'
import type * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#core/api/endpoint.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import { csvFile } from '../platform/http/csv.ts'
import { JsonText } from '../platform/http/send.ts'
import type { Call, Serve } from '../platform/http/serve.ts'

const FILE_PAGE_SIZE = 100

/** An endpoint whose answer has rows, in pages or as one CSV file. */
type ListEndpoint = Endpoint & {
  query: z.ZodMiniObject
  answer: z.ZodMiniObject<Record<string, z.ZodMiniArray<z.ZodMiniObject>>>
}

type Rows<E extends ListEndpoint> = z.input<E['answer']>
type Row<
  E extends ListEndpoint,
  Name extends keyof Rows<E>,
> = Rows<E>[Name] extends readonly (infer R extends object)[] ? R : never

type OperatorList<E extends ListEndpoint, Name extends keyof Rows<E>> = {
  page(
    query: Parsed<E, 'query'>,
    limit: number,
    call: Call<E>,
  ): Promise<readonly Row<E, Name>[]>
  /** The field whose value is the `before` of the next page; `id` by default. */
  cursor?: keyof Row<E, Name> & string
  /** True when the first page has all rows. */
  isWhole?: boolean
  others?: () => Promise<object>
}

export function createServeList(serve: Serve) {
  /**
   * Serves pages of a list, or a stream of all its rows as CSV.
   *
   * @param name the answer's field with the rows; also the file's name.
   */
  function serveList<E extends ListEndpoint, Name extends keyof Rows<E>>(
    endpoint: E,
    name: Name & string,
    list: OperatorList<E, Name>,
  ): void
  function serveList(
    endpoint: ListEndpoint,
    name: string,
    list: OperatorList<ListEndpoint, string>,
  ): void {
    const { others, page } = list
    serve(endpoint, async (call) => {
      if (wantsFile(call.req)) {
        const { shape } = endpoint.answer
        const columns = Object.keys(shape[name]?.def.element.shape ?? {})
        return csvFile(`${name}.csv`, columns, allPages(list, call))
      }
      const [rows, more] = await Promise.all([
        page(call.query, OPERATOR_PAGE_SIZE, call),
        others?.(),
      ])
      return new JsonText(JSON.stringify({ [name]: rows, ...more }))
    })
  }
  return serveList
}

function wantsFile(req: Request): boolean {
  const { format } = req.query
  if (format !== undefined) return format === 'csv'
  return req.accepts(['json', 'csv']) === 'csv'
}

async function* allPages(
  { cursor = 'id', isWhole = false, page }: OperatorList<ListEndpoint, string>,
  call: Call<ListEndpoint>,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  let { query } = call
  for (;;) {
    const rows = await page(query, FILE_PAGE_SIZE, call)
    yield rows
    if (isWhole || rows.length < FILE_PAGE_SIZE) return
    query = { ...query, before: String(rows.at(-1)?.[cursor]) }
  }
}

export function parseNumber(before: string | undefined): number | undefined {
  return before === undefined ? undefined : Number(before)
}
