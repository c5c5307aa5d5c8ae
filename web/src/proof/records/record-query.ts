import { queryOptions } from '@tanstack/react-query'
import { readRecord } from '#core/api/records.ts'
import { isOfRound } from '#core/evidence/round-record.ts'
import { call } from '../../lib/call.ts'

export function recordQuery(id: string) {
  return queryOptions({
    queryKey: [readRecord.path, id],
    queryFn: async () => {
      const record = await call(readRecord, { params: { id } })
      if (!isOfRound(record, id)) throw new Error('The record of another round')
      return record
    },
  })
}
