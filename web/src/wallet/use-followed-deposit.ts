import { useState } from 'react'
import type { Deposit, WalletInfo } from '#core/api/wallet.ts'

/**
 * Returns the newest deposit from when one is under way, and still when it is
 * credited, for as long as the place is open.
 */
export function useFollowedDeposit(
  info: WalletInfo | undefined,
): Deposit | undefined {
  const [isFollowing, setFollowing] = useState(false)
  const pending = info?.deposits.find(({ status }) => status === 'pending')
  if (pending && !isFollowing) setFollowing(true)
  return isFollowing ? (pending ?? info?.deposits[0]) : undefined
}
