import * as z from 'zod/mini'
import { readRecord } from '#core/api/records.ts'
import { openRaceBetRecord, raceBetRecord } from '#core/evidence/race-record.ts'
import { call, ifFound } from '../../lib/call.ts'

const readBetRecord = {
  ...readRecord,
  answer: z.union([raceBetRecord, openRaceBetRecord]),
}

/** Reads the record of a bet; undefined if the API has none. */
export function raceBetRecordOf(id: string) {
  return ifFound(call(readBetRecord, { params: { id } }))
}
