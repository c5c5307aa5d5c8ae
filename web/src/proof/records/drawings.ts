import { type ComponentType, createContext } from 'react'
import type { Round } from '#core/fairness/round.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'

/** A finished round as its game draws it, still. */
export type RoundDrawing = ComponentType<{ round: Round }>

/** The finish of a race, and which horse a bet was on. */
export type RaceDrawing = ComponentType<{
  settled: SettledRace | SettledRaceBet
}>

export interface Drawings {
  /** By game type; a round of any other game is told in words alone. */
  rounds: Readonly<Record<string, RoundDrawing>>
  race?: RaceDrawing
}

/** Features must not know each other: the app says who draws what. */
export const DrawingsContext = createContext<Drawings>({ rounds: {} })
