import * as z from 'zod/mini'
import { isOfSports, sportsRecord } from '../api/sports.ts'
import {
  isOfRace,
  openRaceBetRecord,
  openRaceRecord,
  raceBetRecord,
  raceRecord,
} from './race-record.ts'
import { openRecord, shownRecord } from './verification-record.ts'

/** Of a race, or of a bet on one, over or not. */
const publicRaceRecord = z.union([
  raceBetRecord,
  raceRecord,
  openRaceBetRecord,
  openRaceRecord,
])
export type PublicRaceRecord = z.infer<typeof publicRaceRecord>

/** Of a round, over or not; what says to be of a race or a sports bet is none. */
const roundRecord = z
  .union([openRecord, shownRecord])
  .check(z.refine((record) => !(isOfRace(record) || isOfSports(record))))

/** Whatever GET /api/verify/{id} answers: of a round, of a race or a bet on one, or the evidence of a sports bet. */
export const anyRecord = z.union([publicRaceRecord, sportsRecord, roundRecord])
export type AnyRecord = z.infer<typeof anyRecord>
