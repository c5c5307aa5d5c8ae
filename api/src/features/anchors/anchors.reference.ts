import {
  anchorLeafQuery,
  anchorLeaves,
  anchorLeavesQuery,
  anchorsState,
} from '#core/schemas/anchors.ts'
import { recordAnchor } from '#core/schemas/record-anchor.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const anchorsReference: ReferenceSection = {
  name: 'Anchors',
  description: 'Merkle roots of commitments, stored on the chain.',
  routes: [
    {
      method: 'get',
      path: '/api/anchors',
      summary: 'Read whether roots are anchored, and the last one',
      access: 'everyone',
      answer: { status: 200, schema: anchorsState },
    },
    {
      method: 'get',
      path: '/api/anchors/leaf',
      summary: 'Read where a commitment is anchored',
      description:
        'The root of an epoch, the end of a chain of race seeds, the hash of a season’s seed, the digest of a closed day, or a key that signs receipts. An epoch needs `player`, nothing else takes it. Records have their anchor in them.',
      access: 'everyone',
      query: {
        schema: anchorLeafQuery,
        example: { kind: 'season', number: '1', hash: 'ab'.repeat(32) },
      },
      answer: { status: 200, schema: recordAnchor },
      refusals: ['not_found'],
    },
    {
      method: 'get',
      path: '/api/anchors/leaves',
      summary: 'List what is under a root',
      description:
        'Texts of the leaves in their order, 1000 at a time: anyone can rebuild the root, and see that no kind and number is anchored twice.',
      access: 'everyone',
      query: {
        schema: anchorLeavesQuery,
        example: { number: '1', from: '0' },
      },
      answer: { status: 200, schema: anchorLeaves },
      refusals: ['not_found'],
    },
  ],
}
