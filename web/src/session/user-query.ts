import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readUser, type User } from '#core/api/account.ts'
import type { Coins } from '#core/money/coins.ts'
import { ApiError, call } from '../lib/call.ts'

export const userQueryKey = [readUser.path]

/** Queries the player; null when signed out. */
export function userQuery() {
  return queryOptions({ queryKey: userQueryKey, queryFn: currentUser })
}

/** Shows a balance from an answer or a push without a request. */
export function setBalance(queryClient: QueryClient, balance: Coins): void {
  queryClient.setQueryData<User | null>(
    userQueryKey,
    (player) => player && { ...player, balance },
  )
}

export async function currentUser(): Promise<User | null> {
  try {
    return await call(readUser)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
