import { useState } from 'react'
import type { Deposit, WalletInfo } from '#core/schemas/wallet.ts'

export function isUnderWay({ status }: Deposit): boolean {
  return status === 'pending'
}

/**
 * Whether a deposit is what the player came for: from when one is under way,
 * and still when it is credited, for as long as the place is open. Then it
 * stands first, where phones show it without scrolling.
 */
export function useFollowedDeposit(info: WalletInfo | undefined): boolean {
  const [isFollowed, setFollowed] = useState(false)
  if (!isFollowed && info?.deposits.some(isUnderWay)) setFollowed(true)
  return isFollowed
}
