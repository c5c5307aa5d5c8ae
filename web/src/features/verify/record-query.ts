import { queryOptions } from '@tanstack/react-query'
import { shownRecord } from '#core/schemas/verification-record.ts'
import { getJson } from '../../lib/api-client.ts'

export function recordQuery(id: string) {
  const path = `/api/verify/${encodeURIComponent(id)}`
  return queryOptions({
    queryKey: [path],
    queryFn: () => getJson(path, shownRecord),
  })
}
