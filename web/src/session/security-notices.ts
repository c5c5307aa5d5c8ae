import {
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import {
  listSecurityNotices,
  type SecurityNotice,
} from '#core/api/sign-in-methods.ts'
import { call } from '../lib/call.ts'
import { browserStorage } from '../lib/key-value-storage.ts'
import { shortHex } from '../lib/short-hex.ts'

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
export function toldNotice(player: string): string {
  return browserStorage('localStorage').getItem(toldKey(player)) ?? ''
}

export function noteTold(player: string, id: string): void {
  browserStorage('localStorage').setItem(toldKey(player), id)
}

/** Refetches the notices after the player's own change, without a toast. */
export function useOwnChange(): (player: string) => Promise<void> {
  const queryClient = useQueryClient()
  return (player) => readOwnChange(queryClient, player).catch(() => undefined)
}

async function readOwnChange(
  queryClient: QueryClient,
  player: string,
): Promise<void> {
  const notices = await call(listSecurityNotices)
  const [newest] = notices
  if (newest) noteTold(player, newest.id)
  queryClient.setQueryData(securityQuery(player).queryKey, notices)
}

function toldKey(player: string): string {
  return `security-told/${player}`
}
