import { recheckAnswer, recheckRequest } from '#core/schemas/wallet.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const recheckReference: ReferenceSection = {
  name: 'Deposits',
  description: "Payments to a player's generated wallet.",
  routes: [
    {
      method: 'post',
      path: '/api/wallet/recheck',
      summary: 'Recheck a payment that has not been credited',
      access: 'player',
      body: {
        schema: recheckRequest,
        example: {
          txHash:
            '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
        },
      },
      answer: { status: 200, schema: recheckAnswer },
      refusals: ['not_found'],
    },
  ],
}
