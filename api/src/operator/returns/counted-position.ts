import * as z from 'zod'
import { roundsAfter } from '../../betting/engine/finished-rounds.service.ts'
import { racesAfter } from '../../betting/races/settled-races.service.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { TalliesStore } from './tallies.store.ts'

/** Says how far rounds and races are counted, as cursors keep it. */
export const positions = {
  rounds: z.object({
    settledAt: z.string().default('-infinity'),
    id: z.string().default(NO_ID),
  }),
  races: z.object({
    number: z.number().default(0),
    due: z.array(z.number()).default([]),
  }),
}

/** Tells whether anything is over that is not counted. */
export async function isBehind(
  db: Database,
  store: Pick<TalliesStore, 'positionOf'>,
): Promise<boolean> {
  const rounds = positions.rounds.parse(await store.positionOf('rounds'))
  const next = await roundsAfter(db, rounds, 1)
  if (next.length > 0) return true
  const races = positions.races.parse(await store.positionOf('races'))
  const { number, paid } = await racesAfter(db, races)
  return number > races.number || paid.length > 0
}
