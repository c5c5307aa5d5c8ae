import {
  receiptAnswer,
  receiptKeys,
  receiptQuery,
} from '#core/schemas/receipt.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const receiptsReference: ReferenceSection = {
  name: 'Receipts',
  description:
    'What the house has signed of a player’s transactions. Each answer that moved coins has one in its header `Receipt`, as JSON.',
  routes: [
    {
      method: 'get',
      path: '/api/receipts',
      summary: 'Read the receipt of a transaction',
      description:
        'Of the player’s own transaction `seq`, or of the newest one; signed when it is asked for, from what is stored then.',
      access: 'player',
      query: { schema: receiptQuery, example: { seq: '1' } },
      answer: { status: 200, schema: receiptAnswer },
    },
    {
      method: 'get',
      path: '/api/receipts/keys',
      summary: 'List the public keys that receipts are signed with',
      description: 'Ed25519, the newest first.',
      access: 'everyone',
      answer: { status: 200, schema: receiptKeys },
    },
  ],
}
