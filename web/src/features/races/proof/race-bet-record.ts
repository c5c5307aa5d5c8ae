import * as z from 'zod/mini'
import {
  type OpenRaceBetRecord,
  openRaceBetRecord,
  type RaceBetRecord,
  raceBetRecord,
} from '#core/schemas/race-record.ts'
import { ApiError, getJson } from '../../../lib/api-client.ts'

const betRecord = z.union([raceBetRecord, openRaceBetRecord])

/** Asks for the record of a bet; undefined where the API knows of none. */
export async function raceBetRecordOf(
  id: string,
): Promise<RaceBetRecord | OpenRaceBetRecord | undefined> {
  try {
    return await getJson(`/api/verify/${id}`, betRecord)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      return undefined
    throw error
  }
}
