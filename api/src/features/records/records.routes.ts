import { Router } from 'express'
import * as z from 'zod/mini'
import { DomainError } from '#core/errors.ts'
import { type RaceHistoryAnswer, raceHistoryQuery } from '#core/schemas/race.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'

/** Where the records of some bets are kept. */
export type RecordSource = {
  /** All that verifies the bet of that id; undefined when it is none of its own. */
  record(id: string): Promise<object | undefined>
}

const betId = z.uuid()

/** Adds anchors to records. */
export type RecordAnchors = {
  withAnchor(record: object): Promise<object>
  withAnchors(records: RaceHistoryAnswer): Promise<RaceHistoryAnswer>
}

/** Reads records of finished races. */
export type PastRaces = {
  history(before?: number): Promise<RaceHistoryAnswer>
}

export function recordsRoutes(
  sources: readonly RecordSource[],
  races: PastRaces,
  anchors: RecordAnchors,
): Router {
  const router = Router()

  router.get('/races/history', async (req, res) => {
    const { before } = parseRequest(raceHistoryQuery, req.query)
    const past = await races.history(before ? Number(before) : undefined)
    sendJsonText(res, JSON.stringify(await anchors.withAnchors(past)))
  })

  router.get('/verify/:id', async (req, res) => {
    const id = betId.safeParse(req.params.id)
    const record = id.success && (await recordOf(sources, id.data))
    if (!record) {
      throw new DomainError('not_found', 'Game verification data not found')
    }
    res.json(await anchors.withAnchor(record))
  })

  return router
}

/** Asks one source after the other: the first ones hold nearly all bets. */
async function recordOf(
  sources: readonly RecordSource[],
  id: string,
): Promise<object | undefined> {
  for (const source of sources) {
    const record = await source.record(id)
    if (record) return record
  }
  return undefined
}
