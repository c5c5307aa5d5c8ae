import * as z from 'zod/mini'
import { anyRecord } from '#core/schemas/any-record.ts'
import { raceHistoryAnswer, raceHistoryQuery } from '#core/schemas/race.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const recordsReference: ReferenceSection = {
  name: 'Verification',
  description: 'Records of rounds and races, and evidence for sports bets.',
  routes: [
    {
      method: 'get',
      path: '/api/verify/{id}',
      summary: 'Read the record that verifies a bet or a race',
      description:
        'The ID is the `transactionId` of a bet or the ID of a race. The record of an open round has no server seed.',
      access: 'everyone',
      params: {
        schema: z.object({ id: z.uuid() }),
        example: { id: '019a0000-0000-7000-8000-000000000001' },
      },
      answer: { status: 200, schema: anyRecord },
      refusals: ['not_found'],
    },
    {
      method: 'get',
      path: '/api/races/history',
      summary: 'List finished races with their records',
      access: 'everyone',
      query: { schema: raceHistoryQuery, example: { before: '1000' } },
      answer: { status: 200, schema: raceHistoryAnswer },
    },
  ],
}
