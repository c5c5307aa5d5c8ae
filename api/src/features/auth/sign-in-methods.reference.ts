import {
  firstPassword,
  ownerProof,
  passwordChange,
  securityNotices,
  walletLink,
} from '#core/schemas/sign-in-methods.ts'
import { user } from '#core/schemas/user.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'
import { exampleProof, PROOF_REFUSALS } from './siwe.reference.ts'

const password = 'correct horse battery staple'

export const signInMethodsReference: ReferenceSection = {
  name: 'Sign-in methods',
  description:
    'The password and wallet that open an account. A session is not enough to change them or to close the account: send the current password, or a message signed by the linked wallet under the statement for that purpose.',
  routes: [
    {
      method: 'get',
      path: '/api/user/security',
      summary: 'Read the latest changes to the sign-in methods',
      access: 'player',
      answer: { status: 200, schema: securityNotices },
    },
    {
      method: 'post',
      path: '/api/user/password',
      summary: 'Set the first password',
      description:
        'For accounts that have signed in with a wallet only; that wallet signs for it.',
      access: 'player',
      body: {
        schema: firstPassword,
        example: { password, ...exampleProof('set-password') },
      },
      answer: { status: 200, schema: user },
      refusals: [...PROOF_REFUSALS, 'password_set', 'wallet_taken'],
    },
    {
      method: 'put',
      path: '/api/user/password',
      summary: 'Change the password',
      description: 'Ends all sessions of the account and starts a new one.',
      access: 'player',
      body: {
        schema: passwordChange,
        example: { currentPassword: password, password: 'another one' },
      },
      answer: { status: 200, schema: user },
      refusals: ['wrong_credentials'],
    },
    {
      method: 'post',
      path: '/api/user/close',
      summary: 'Close the account permanently',
      description:
        'Removes name, password and wallet; the ledger keeps its anonymous entries.',
      access: 'player',
      body: { schema: ownerProof, example: { password } },
      answer: { status: 204 },
      refusals: [...PROOF_REFUSALS, 'wallet_taken', 'wrong_credentials'],
    },
    {
      method: 'post',
      path: '/api/auth/siwe/link',
      summary: 'Link a wallet to the account',
      description: 'The new wallet signs, and the password confirms it.',
      access: 'player',
      body: {
        schema: walletLink,
        example: { password, ...exampleProof('link') },
      },
      answer: { status: 200, schema: user },
      refusals: [
        ...PROOF_REFUSALS,
        'wallet_linked',
        'wallet_taken',
        'wrong_credentials',
      ],
    },
    {
      method: 'post',
      path: '/api/auth/siwe/unlink',
      summary: 'Unlink the wallet',
      description: 'Ends all sessions of the account and starts a new one.',
      access: 'player',
      body: { schema: ownerProof, example: { password } },
      answer: { status: 200, schema: user },
      refusals: [
        ...PROOF_REFUSALS,
        'last_way_in',
        'wallet_taken',
        'wrong_credentials',
      ],
    },
  ],
}
