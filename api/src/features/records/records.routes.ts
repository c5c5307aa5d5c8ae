import { Router } from 'express'
import * as z from 'zod/mini'
import { DomainError } from '#core/errors.ts'

/** Where the records of some bets are kept. */
export type RecordSource = {
  /** All that verifies the bet of that id; undefined when it is none of its own. */
  record(id: string): Promise<object | undefined>
}

const betId = z.uuid()

/** Adds to a record what a chain says of it. */
export type RecordAnchors = { withAnchor(record: object): Promise<object> }

export function recordsRoutes(
  sources: readonly RecordSource[],
  anchors: RecordAnchors,
): Router {
  const router = Router()

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
