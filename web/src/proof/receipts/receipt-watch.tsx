import { useEffect, useRef } from 'react'
import { importAgain } from '../../lib/import-again.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { onReceipt } from '../../lib/receipt-news.ts'
import { useAuth } from '../../session/auth.tsx'
import { usePush } from '../../session/socket-provider.tsx'
import { useFairness } from '../fairness/verifier/fairness-provider.tsx'
import type { ReceiptKeeper } from './receipt-keeper.ts'

/** For an answer that is on its way to bring the receipt by itself. */
const CATCH_UP_AFTER_MS = 3_000

/** Keeps the signed-in player's receipts, and raises the alarm when one is not held to. */
export function ReceiptWatch() {
  const player = useAuth().user?.id
  const { raise } = useFairness()
  const keeper = useRef<Promise<ReceiptKeeper>>(undefined)
  const catchingUp = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (player === undefined) return
    const started = importAgain(() => import('./start-keeper.ts')).then(
      ({ startKeeper }) =>
        startKeeper(player, (story) => raise({ about: 'receipt', story })),
    )
    keeper.current = started
    started.then((one) => one.compare()).catch(noteFailure)
    const deafen = onReceipt((json) => {
      started.then((one) => one.take(json)).catch(noteFailure)
    })
    return () => {
      clearTimeout(catchingUp.current)
      deafen()
    }
  }, [player, raise])

  // Coins that came unasked: a deposit, a race, a bet that was settled.
  usePush((news) => {
    if (news.type !== 'balance') return
    clearTimeout(catchingUp.current)
    catchingUp.current = setTimeout(() => {
      keeper.current
        ?.then((one) => one.catchUp(news.balance))
        .catch(noteFailure)
    }, CATCH_UP_AFTER_MS)
  })
  return null
}

/** Without a connection, say; the next answer or visit tries again. */
function noteFailure(cause: unknown): void {
  logFailure('A receipt could not be kept or compared', cause)
}
