import * as z from 'zod/mini'
import { listRaces } from '#core/api/races.ts'
import { readRecord } from '#core/api/records.ts'
import { Refusal } from '#core/refusals.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import { JsonText } from '../platform/http/send.ts'
import type { Module } from '../platform/platform.ts'
import type { RacesService } from './races/races.service.ts'

/** Stores the records of some kind of bets. */
type RecordSource = {
  /** @returns undefined for a bet of another kind. */
  record(id: string): Promise<object | undefined>
}

type Dependencies = {
  races: { service: RacesService }
  anchors: { service: Pick<AnchorsService, 'withAnchor' | 'withAnchors'> }
}

const betId = z.uuid()

/** Serves records of rounds, races and sports bets. */
export function createRecords(
  sources: readonly RecordSource[],
  { anchors, races }: Dependencies,
): Module {
  return {
    mount(serve) {
      serve(listRaces, async ({ query: { before } }) => {
        const past = await races.service.history(
          before ? Number(before) : undefined,
        )
        return anchors.service.withAnchors(past)
      })
      serve(readRecord, async ({ params }) => {
        const id = betId.safeParse(params.id)
        const record = id.success && (await find(sources, id.data))
        if (!record) throw new Refusal('record_unknown')
        const anchored = await anchors.service.withAnchor(record)
        return new JsonText(JSON.stringify({ version: 1, ...anchored }))
      })
    },
  }
}

/** Reads one source after the other: the first ones hold nearly all bets. */
async function find(sources: readonly RecordSource[], id: string) {
  for (const source of sources) {
    const record = await source.record(id)
    if (record) return record
  }
  return undefined
}
