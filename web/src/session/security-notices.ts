import {
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { User } from '#core/api/account.ts'
import {
  listSecurityNotices,
  type OwnerProof,
  type SecurityNotice,
  unlinkWallet,
} from '#core/api/sign-in-methods.ts'
import { call } from '../lib/call.ts'
import { shortHex } from '../lib/format.ts'
import { browserStorage } from '../lib/key-value-storage.ts'
import { type ToastMessage, toast } from '../lib/toast.ts'
import { userQueryKey } from './user-query.ts'

/** Queries changes to the player's sign-in methods, newest first. */
export function securityQuery(player: string) {
  return queryOptions({
    queryKey: [listSecurityNotices.path, player],
    queryFn: () => call(listSecurityNotices),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function noticeText({ kind, wallet }: SecurityNotice): string {
  const name = `Wallet ${shortHex(wallet ?? '')}`
  return {
    password_changed: 'Password changed',
    password_set: 'Password set',
    wallet_linked: `${name} linked`,
    wallet_unlinked: `${name} unlinked`,
  }[kind]
}

/** Returns the id of the last notice that this browser has shown. */
export function lastShownNotice(player: string): string {
  return browserStorage('localStorage').getItem(shownKey(player)) ?? ''
}

export function noteShownNotice(player: string, id: string): void {
  browserStorage('localStorage').setItem(shownKey(player), id)
}

/** Returns a function that applies the player's own change, and toasts it once. */
export function useSignInMethodChange() {
  const queryClient = useQueryClient()
  return async (answer: Promise<User>, message: ToastMessage) => {
    const user = await answer
    await readOwnChange(queryClient, user.id).catch(() => undefined)
    queryClient.setQueryData(userQueryKey, user)
    toast(message)
  }
}

/** Unlinks the wallet, which signs out all other browsers. */
export function useUnlinkWallet() {
  const apply = useSignInMethodChange()
  return (proof: OwnerProof) =>
    apply(call(unlinkWallet, { body: proof }), {
      title: 'Wallet unlinked',
      description: 'You can still sign in with your password',
    })
}

async function readOwnChange(
  queryClient: QueryClient,
  player: string,
): Promise<void> {
  const notices = await call(listSecurityNotices)
  const [newest] = notices
  if (newest) noteShownNotice(player, newest.id)
  queryClient.setQueryData(securityQuery(player).queryKey, notices)
}

function shownKey(player: string): string {
  return `security-told/${player}`
}
