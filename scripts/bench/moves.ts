import * as z from 'zod/mini'
import type { GameCalls } from '../game-kits/game-kit.ts'
import type { Move } from './load.ts'

const BET = 10

const always =
  (path: string, body: object): Move =>
  () => ({ path, body: JSON.stringify(body) })

/** What the textbook server takes, for the empty route too. */
const FLIP = { choice: 'heads', betAmount: BET }

export const emptyMove = always('/empty', FLIP)
export const textbookMove = always('/bet', FLIP)

const openRound = z.looseObject({
  step: z.int(),
  legalActions: z.array(z.string()).check(z.minLength(1)),
})

/** Plays one short round of a game after the other. */
export function moveOf({ start, steps }: GameCalls): Move {
  const { path, body } = start(BET)
  const started = always(`/api/games/${path}`, body)
  if (!steps) return started
  return (answer) => {
    const open = openRound.safeParse(answer && JSON.parse(answer)).data
    if (!open) return started(answer)
    const next = steps.quick(open)
    return always(`/api/games/${next.path}`, next.body)(answer)
  }
}
