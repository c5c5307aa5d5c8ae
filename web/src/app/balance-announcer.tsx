import { useEffect, useState } from 'react'
import { coinsText } from '../lib/format.ts'
import { useAuth } from '../session/auth.tsx'

/** Longer than any round: of rounds in a row only the last one's is read out. */
const UNCHANGED_FOR_MS = 5_000

/** Announces a new balance to screen readers. */
export function BalanceAnnouncer() {
  const { user } = useAuth()
  return user && <Announcer key={user.id} balance={user.balance} />
}

function Announcer({ balance }: { balance: number }) {
  // The first one is no news.
  const [told, tell] = useState({ balance, text: '' })
  useEffect(() => {
    if (balance === told.balance) return
    const timer = setTimeout(
      () => tell({ balance, text: `Balance: ${coinsText(balance)}` }),
      UNCHANGED_FOR_MS,
    )
    return () => clearTimeout(timer)
  }, [balance, told])
  return (
    <p role="status" className="sr-only">
      {told.text}
    </p>
  )
}
