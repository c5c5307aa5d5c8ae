import * as z from 'zod/mini'
import { anyRecord } from '../evidence/record.ts'
import { endpoint } from './endpoint.ts'

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
