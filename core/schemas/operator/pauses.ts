import * as z from 'zod/mini'
import { OTHER_BETS } from '../../api/history.ts'
import { gamePause } from '../../api/stats.ts'
import { DEPOSITS } from '../../deposits/deposits-pause.ts'
import { games } from '../../games/registry.ts'
import { storedText } from '../fields.ts'
import { reason } from './reason.ts'

/** What can be paused: games, races, sports, and credits of deposits. */
const pausable = z.enum([
  ...games.map(({ gameType }) => gameType),
  ...OTHER_BETS,
  DEPOSITS,
])

/** POST /api/operator/pauses */
export const pauseRequest = z.strictObject({
  gameType: pausable,
  /** As players are told it; null when there is none to tell. */
  notice: z.nullable(storedText(200).check(z.trim(), z.minLength(1))),
  reason,
})

/** POST /api/operator/pauses/end */
export const resumeRequest = z.strictObject({ gameType: pausable, reason })

export const operatorPauses = z.strictObject({ paused: z.array(gamePause) })
