import { credentials, registration, user } from '#core/schemas/user.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

const password = 'correct horse battery staple'

export const authReference: ReferenceSection = {
  name: 'Accounts',
  description: 'Accounts with a password, and the signed-in player.',
  routes: [
    {
      method: 'post',
      path: '/api/register',
      summary: 'Register and sign in',
      access: 'everyone',
      body: { schema: registration, example: { username: 'gumby', password } },
      movesCoins: true,
      answer: { status: 201, schema: user },
      refusals: ['username_taken'],
    },
    {
      method: 'post',
      path: '/api/login',
      summary: 'Sign in',
      access: 'everyone',
      body: { schema: credentials, example: { username: 'bendy', password } },
      answer: { status: 200, schema: user },
      refusals: ['wrong_credentials', 'account_frozen'],
    },
    {
      method: 'get',
      path: '/api/user',
      summary: 'Read the signed-in player',
      access: 'player',
      answer: { status: 200, schema: user },
    },
    {
      method: 'post',
      path: '/api/user/reset-balance',
      summary: 'Reset the balance to 1000 coins',
      access: 'player',
      repeatable: true,
      movesCoins: true,
      answer: { status: 200, schema: user },
    },
  ],
}
