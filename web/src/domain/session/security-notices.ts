import {
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type SecurityNotice,
  securityNotices,
} from '#core/schemas/sign-in-methods.ts'
import { getJson } from '../../lib/api-client.ts'
import { shortHex } from '../../lib/short-hex.ts'

/** Changes to how a player signs in, newest first. */
export function securityQuery(player: string) {
  return queryOptions({
    queryKey: ['/api/user/security', player],
    queryFn: () => getJson('/api/user/security', securityNotices),
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

/** Returns the newest notice that this browser has told the player of. */
export function toldNotice(player: string): string {
  try {
    return localStorage.getItem(toldKey(player)) ?? ''
  } catch {
    return ''
  }
}

export function noteTold(player: string, id: string): void {
  try {
    localStorage.setItem(toldKey(player), id)
  } catch {
    // Storage is forbidden or full: the player is told once more.
  }
}

/** Reads the notices after a change made here, which needs no further toast. */
export function useOwnChange(): (player: string) => Promise<void> {
  const queryClient = useQueryClient()
  return (player) => readOwnChange(queryClient, player).catch(() => undefined)
}

async function readOwnChange(
  queryClient: QueryClient,
  player: string,
): Promise<void> {
  const notices = await getJson('/api/user/security', securityNotices)
  const [newest] = notices
  if (newest) noteTold(player, newest.id)
  queryClient.setQueryData(securityQuery(player).queryKey, notices)
}

function toldKey(player: string): string {
  return `security-told/${player}`
}
