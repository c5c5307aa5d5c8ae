import * as z from 'zod/mini'
import {
  isOfRace,
  openRaceBetRecord,
  openRaceRecord,
  raceBetRecord,
  raceRecord,
} from '../schemas/race-record.ts'
import { openRecord, shownRecord } from '../schemas/verification-record.ts'
import { endpoint } from './endpoint.ts'
import { isOfSports, sportsRecord } from './sports.ts'

/** Records of races and bets on them, finished or not. */
const publicRaceRecord = z.union([
  raceBetRecord,
  raceRecord,
  openRaceBetRecord,
  openRaceRecord,
])
export type PublicRaceRecord = z.infer<typeof publicRaceRecord>

/** Record of a round, finished or not. Excludes anything that claims to be a race or sports bet. */
const roundRecord = z
  .union([openRecord, shownRecord])
  .check(z.refine((record) => !(isOfRace(record) || isOfSports(record))))

/** Response of GET /api/verify/{id}: a record, or the evidence of a sports bet. */
export const anyRecord = z.union([publicRaceRecord, sportsRecord, roundRecord])
export type AnyRecord = z.infer<typeof anyRecord>

export const readRecord = endpoint({
  section: {
    name: 'Verification',
    description: 'Records of rounds and races, and evidence for sports bets.',
  },
  method: 'get',
  path: '/api/verify/{id}',
  summary: 'Read the record that verifies a bet or a race',
  description:
    'The ID is the `transactionId` of a bet or the ID of a race. The record of an open round has no server seed.',
  access: 'public',
  params: z.strictObject({ id: z.string() }),
  answer: anyRecord,
  refusals: ['not_found'],
  example: { params: { id: '019a0000-0000-7000-8000-000000000001' } },
})
