import { faucetAnswer, faucetRequest } from '#core/schemas/wallet.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const faucetReference: ReferenceSection = {
  name: 'Faucet',
  description: 'Test assets on a local chain.',
  routes: [
    {
      method: 'post',
      path: '/api/wallet/faucet',
      summary: 'Send test assets to an external wallet',
      access: 'player',
      body: {
        schema: faucetRequest,
        example: { address: '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1' },
      },
      answer: { status: 202, schema: faucetAnswer },
      refusals: ['forbidden'],
    },
  ],
}
