import {
  clientSeedRequest,
  commitmentsQuery,
  epochCommitments,
  fairnessState,
} from '#core/schemas/fairness.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const fairnessReference: ReferenceSection = {
  name: 'Fairness',
  description: "Seeds and commitments of a player's rounds.",
  routes: [
    {
      method: 'get',
      path: '/api/fairness',
      summary: 'Read the epoch, the next commitment and the client seed',
      access: 'player',
      answer: { status: 200, schema: fairnessState },
    },
    {
      method: 'get',
      path: '/api/fairness/commitments',
      summary: 'List the commitments of an epoch',
      description: 'The leaves of the Merkle tree whose root is public.',
      access: 'player',
      query: { schema: commitmentsQuery, example: { epoch: '0' } },
      answer: { status: 200, schema: epochCommitments },
      refusals: ['epoch_unknown'],
    },
    {
      method: 'put',
      path: '/api/fairness/client-seed',
      summary: 'Choose the client seed',
      description: 'Applies from the next round on.',
      access: 'player',
      body: {
        schema: clientSeedRequest,
        example: { clientSeed: 'lucky 7', epoch: 0 },
      },
      answer: { status: 200, schema: fairnessState },
      refusals: ['epoch_unknown'],
    },
  ],
}
