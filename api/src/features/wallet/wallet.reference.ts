import { walletInfo } from '#core/schemas/wallet.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const walletReference: ReferenceSection = {
  name: 'Wallet',
  description: "A player's generated deposit wallet.",
  routes: [
    {
      method: 'get',
      path: '/api/wallet/info',
      summary: 'Read the wallet, its network and deposits',
      access: 'player',
      answer: { status: 200, schema: walletInfo },
    },
    {
      method: 'post',
      path: '/api/wallet/generate',
      summary: 'Generate the wallet',
      description: 'Returns the existing wallet if there is one.',
      access: 'player',
      answer: { status: 200, schema: walletInfo },
    },
  ],
}
