import {
  closedDays,
  closedDaysQuery,
  confirmedDeposits,
  confirmedDepositsQuery,
  ownLiability,
  publicAudit,
} from '#core/schemas/audit.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const auditReference: ReferenceSection = {
  name: 'Audit',
  description: 'What the house owes, and digests of its log.',
  routes: [
    {
      method: 'get',
      path: '/api/audit',
      summary: 'Read all accounts, deposits and the newest closed days',
      description: 'Some seconds old at most.',
      access: 'everyone',
      answer: { status: 200, schema: publicAudit },
    },
    {
      method: 'get',
      path: '/api/audit/days',
      summary: 'List closed days',
      description: 'Newest first, 30 at a time.',
      access: 'everyone',
      query: { schema: closedDaysQuery, example: { before: '31' } },
      answer: { status: 200, schema: closedDays },
    },
    {
      method: 'get',
      path: '/api/audit/deposits',
      summary: 'List confirmed deposits',
      description:
        'Newest first, 100 at a time, to be compared with the chain.',
      access: 'everyone',
      query: {
        schema: confirmedDepositsQuery,
        example: { before: '01890a5d-ac96-774b-bcce-b302099a8057' },
      },
      answer: { status: 200, schema: confirmedDeposits },
    },
    {
      method: 'get',
      path: '/api/audit/liabilities/mine',
      summary: 'Read the player’s own leaf of the newest liabilities tree',
      description:
        'With the path to its root. The leaf’s nonce is given to nobody else.',
      access: 'player',
      answer: { status: 200, schema: ownLiability },
    },
  ],
}
