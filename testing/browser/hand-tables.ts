import type { HandJourney } from '#testing/page/game-journey.ts'
import { journeys } from './journeys.ts'

/** The page of a game of several steps. */
export type HandTable = HandJourney & {
  title: string
  path: string
  start: string
}

export const handTables: readonly HandTable[] = journeys.flatMap(
  ({ title, path, buttons: [start], hand }) =>
    hand ? [{ ...hand, title, path, start }] : [],
)
