import * as z from 'zod/mini'
import { games } from '../../games/registry.ts'
import { DEPOSITS } from '../../pauses.ts'
import { storedText } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { OTHER_BETS } from '../history.ts'
import { gamePause } from '../stats.ts'
import { ACT, exampleReason, READ, reason } from './shared.ts'

/** Names that can be paused: games, races, sports, and credits of deposits. */
const pausable = z.enum([
  ...games.map(({ gameType }) => gameType),
  ...OTHER_BETS,
  DEPOSITS,
])

export const operatorPauses = z.strictObject({ paused: z.array(gamePause) })

const [exampleGame] = OTHER_BETS

export const listPauses = endpoint({
  ...READ,
  path: '/api/operator/pauses',
  summary: 'List what is paused',
  answer: operatorPauses,
})

const act = { ...ACT, scope: 'pauses', answer: operatorPauses } as const

export const pause = endpoint({
  ...act,
  path: '/api/operator/pauses',
  summary: 'Pause a game, races, sports bets or deposits',
  description:
    'All processes stop taking new bets within a second; open hands can be finished. Deposits are still detected and confirmed, but their credits wait. Players see the notice.',
  body: z.strictObject({
    gameType: pausable,
    /** Shown to players; null for none. */
    notice: z.nullable(storedText(200).check(z.trim(), z.minLength(1))),
    reason,
  }),
  example: {
    body: {
      gameType: exampleGame,
      notice: 'Back at noon.',
      reason: exampleReason,
    },
  },
})

export const endPause = endpoint({
  ...act,
  path: '/api/operator/pauses/end',
  summary: 'End a pause',
  body: z.strictObject({ gameType: pausable, reason }),
  refusals: ['not_found'],
  example: { body: { gameType: exampleGame, reason: exampleReason } },
})
