import { anchorLeafQuery, anchorsState } from '#core/schemas/anchors.ts'
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
        'The root of an epoch, the end of a chain of race seeds, the hash of a season’s seed, or the root of a closed day’s liabilities. Records have their anchor in them.',
      access: 'everyone',
      query: {
        schema: anchorLeafQuery,
        example: { kind: 'season', number: '1', hash: 'ab'.repeat(32) },
      },
      answer: { status: 200, schema: recordAnchor },
      refusals: ['not_found'],
    },
  ],
}
