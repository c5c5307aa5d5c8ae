import type { ReferenceSection } from '../../platform/reference/route-reference.ts'
import { betsReference } from './bets.reference.ts'
import { chainReference } from './chain.reference.ts'
import { depositsReference } from './deposits.reference.ts'
import { houseReference } from './house.reference.ts'
import { playersReference } from './players.reference.ts'

export const operatorsReference: ReferenceSection = {
  name: 'Operators',
  description:
    'For operators: by session, or by a token that the command line makes. Every action is in the audit log. Lists come in pages of 50, and with `format=csv` (or `Accept: text/csv`) as one file of all that follows `before`.',
  routes: [
    ...houseReference,
    ...playersReference,
    ...betsReference,
    ...depositsReference,
    ...chainReference,
  ],
}
