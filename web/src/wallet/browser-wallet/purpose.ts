import type { SiwePurpose } from '#core/api/siwe.ts'

/** Dialog texts for each signing purpose. */
export const PURPOSES: Readonly<
  Record<SiwePurpose, { title: string; action: string }>
> = {
  'sign-in': { title: 'Sign in with a wallet', action: 'Sign in' },
  link: { title: 'Link a wallet', action: 'Link this wallet' },
  unlink: { title: 'Unlink your wallet', action: 'Sign and unlink' },
  'set-password': { title: 'Set a password', action: 'Sign and set password' },
  close: { title: 'Close your account', action: 'Sign and close it for good' },
}
