import * as z from 'zod/mini'
import { recordAnchor } from '../evidence/record-anchor.ts'
import { count, hex64, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** Reason why roots are not anchored now, for display. */
export const WHY_NOT_ANCHORED = {
  no_chain: 'This casino is not connected to a chain.',
  no_contract: 'This casino has no contract to anchor roots in.',
  no_key: 'This casino has no account to anchor roots with.',
  switched_off: 'The operator has turned anchoring off.',
  no_gas: 'The operator account can’t pay for a transaction right now.',
  refused: 'The chain would reject the transaction right now.',
  fees_too_high: 'Network fees are too high right now.',
} as const

/** One root, queued, sent or final. */
export const shownAnchor = z.strictObject({
  id: count,
  number: count,
  root: hex64,
  /** Number of leaves under the root. */
  leaves: count,
  contract: z.string(),
  state: z.enum(['queued', 'sent', 'mined', 'final', 'failed']),
  problem: z.nullable(z.enum(['no_gas', 'refused', 'fees_too_high'])),
  createdAt: timestamp,
  /** Null until it is final. */
  mined: z.nullable(
    z.strictObject({
      transaction: z.string(),
      block: count,
      blockHash: z.string(),
      /** In seconds since 1970. */
      blockTimestamp: count,
      gasUsed: count,
      /** Fee paid by the operator account, in wei. */
      cost: z.string(),
    }),
  ),
})
export type ShownAnchor = z.infer<typeof shownAnchor>

/** Identifies a leaf by all of its fields, so that only parties who know them can query it. */
const anchorLeafQuery = z
  .strictObject({
    kind: z.enum(['epoch', 'races', 'season', 'day', 'receipt_key']),
    /** Required for an epoch, refused for other kinds. */
    player: z.optional(z.uuid()),
    number: z
      .string('Required')
      .check(z.regex(/^\d{1,15}$/, 'A whole number of up to 15 digits')),
    hash: hex64,
  })
  .check(
    z.refine(
      ({ kind, player }) => (kind === 'epoch') === (player !== undefined),
      {
        error: 'An epoch needs a player, and nothing else takes one',
        path: ['player'],
      },
    ),
  )

export const anchorLeaves = z.strictObject({
  root: hex64,
  /** Total number of leaves; one response has at most 1000. */
  count,
  /** Leaf texts in tree order, see section 13.1 of docs/fairness.md. */
  leaves: z.array(z.string()),
})
export type AnchorLeaves = z.infer<typeof anchorLeaves>

export const anchorsState = z.strictObject({
  isOn: z.boolean(),
  /** Reason why nothing is anchored now. */
  reason: z.exactOptional(z.string()),
  /** Minimum interval between roots. */
  everySeconds: count,
  /** Hash of the current chain's block 0; null without a chain. */
  genesisHash: z.nullable(z.string()),
  /** True while a root is queued or sent. */
  isWaiting: z.boolean(),
  /** The last final one. */
  latest: z.nullable(shownAnchor),
})
export type AnchorsState = z.infer<typeof anchorsState>

const route = {
  section: {
    name: 'Anchors',
    description: 'Merkle roots of commitments, stored on the chain.',
  },
  method: 'get',
  access: 'public',
} as const

export const readAnchors = endpoint({
  ...route,
  path: '/api/anchors',
  summary: 'Read whether roots are anchored, and the last one',
  answer: anchorsState,
})

export const readAnchorLeaf = endpoint({
  ...route,
  path: '/api/anchors/leaf',
  summary: 'Read where a commitment is anchored',
  description:
    'The root of an epoch, the end of a chain of race seeds, the hash of a season’s seed, the digest of a closed day, or a key that signs receipts. An epoch needs `player`; nothing else takes it. Records include their anchor.',
  query: anchorLeafQuery,
  answer: recordAnchor,
  refusals: ['not_found'],
  example: { query: { kind: 'season', number: '1', hash: 'ab'.repeat(32) } },
})

export const listAnchorLeaves = endpoint({
  ...route,
  path: '/api/anchors/leaves',
  summary: 'List the leaves under a root',
  description:
    'The texts of the leaves in order, 1000 at a time, so that anyone can rebuild the root and check that no kind and number is anchored twice.',
  query: z.strictObject({
    /** Number of the root in the contract. */
    number: z.string('Required').check(z.regex(/^\d{1,15}$/, 'A whole number')),
    /** Index of the first leaf; defaults to 0. */
    from: z.optional(z.string().check(z.regex(/^\d{1,7}$/, 'A whole number'))),
  }),
  answer: anchorLeaves,
  refusals: ['not_found'],
  example: { query: { number: '1', from: '0' } },
})
