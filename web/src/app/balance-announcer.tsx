import { useEffect, useState } from 'react'
import { coinsText } from '../lib/format.ts'
import { useAuth } from '../session/auth.tsx'

/** Longer than any round: only the last balance of consecutive rounds is read out. */
const UNCHANGED_FOR_MS = 5_000

/** Announces a new balance to screen readers. */
export function BalanceAnnouncer() {
  const { user } = useAuth()
  return user && <Announcer key={user.id} balance={user.balance} />
}

function Announcer({ balance }: { balance: number }) {
  // The initial balance is not announced.
  const [announced, announce] = useState({ balance, text: '' })
  useEffect(() => {
    if (balance === announced.balance) return
    const timer = setTimeout(
      () => announce({ balance, text: `Balance: ${coinsText(balance)}` }),
      UNCHANGED_FOR_MS,
    )
    return () => clearTimeout(timer)
  }, [balance, announced])
  return (
    <p role="status" className="sr-only">
      {announced.text}
    </p>
  )
}
