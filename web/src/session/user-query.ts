import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readUser, type User } from '#core/api/account.ts'
import type { Coins } from '#core/money/coins.ts'
import { ApiError, call } from '../lib/call.ts'

export const userQueryKey = [readUser.path]

/** Who plays, or null when nobody is signed in. */
export function userQuery() {
  return queryOptions({ queryKey: userQueryKey, queryFn: currentUser })
}

/** Shows a balance that an answer or a push carried, without asking again. */
export function setBalance(queryClient: QueryClient, balance: Coins): void {
  queryClient.setQueryData<User | null>(
    userQueryKey,
    (player) => player && { ...player, balance },
  )
}

/** Who the session is of, as the server says now. */
export async function currentUser(): Promise<User | null> {
  try {
    return await call(readUser)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
