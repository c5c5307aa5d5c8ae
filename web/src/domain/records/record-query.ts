import { queryOptions } from '@tanstack/react-query'
import { anyRecord } from '#core/schemas/any-record.ts'
import { isOfRound } from '#core/schemas/verification-record.ts'
import { getJson } from '../../lib/api-client.ts'

/** Where the API has the record of a round. */
export function recordPath(id: string): string {
  return `/api/verify/${encodeURIComponent(id)}`
}

export function recordQuery(id: string) {
  const path = recordPath(id)
  return queryOptions({
    queryKey: [path],
    queryFn: async () => {
      const record = await getJson(path, anyRecord)
      if (!isOfRound(record, id)) throw new Error('The record of another round')
      return record
    },
  })
}
