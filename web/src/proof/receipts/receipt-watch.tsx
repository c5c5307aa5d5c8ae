import { useEffect, useRef } from 'react'
import { logFailure } from '../../lib/error-message.ts'
import { retryImport } from '../../lib/lazy-load.ts'
import { onReceipt } from '../../lib/receipt-events.ts'
import { useAuth } from '../../session/auth.tsx'
import { usePush } from '../../session/socket-provider.tsx'
import { useFairness } from '../fairness/verifier/fairness-provider.tsx'
import type { ReceiptKeeper } from './receipt-keeper.ts'

/** Leaves time for a response that carries the receipt itself. */
const CATCH_UP_AFTER_MS = 3_000

/** Stores the signed-in player's receipts, and raises the alarm on a broken one. */
export function ReceiptWatch() {
  const player = useAuth().user?.id
  const { raise } = useFairness()
  const keeper = useRef<Promise<ReceiptKeeper>>(undefined)
  const catchingUp = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (player === undefined) return
    const started = retryImport(() => import('./receipt-keeper.ts')).then(
      ({ startKeeper }) =>
        startKeeper(player, (explanation) =>
          raise({ about: 'receipt', explanation }),
        ),
    )
    keeper.current = started
    started.then((one) => one.compare()).catch(noteFailure)
    const stop = onReceipt((json) => {
      started.then((one) => one.take(json)).catch(noteFailure)
    })
    return () => {
      clearTimeout(catchingUp.current)
      stop()
    }
  }, [player, raise])

  // Covers changes without a request: deposits, races, settled bets.
  usePush((push) => {
    if (push.type !== 'balance') return
    clearTimeout(catchingUp.current)
    catchingUp.current = setTimeout(() => {
      keeper.current
        ?.then((one) => one.catchUp(push.balance))
        .catch(noteFailure)
    }, CATCH_UP_AFTER_MS)
  })
  return null
}

/** The next answer or visit tries again. */
function noteFailure(cause: unknown): void {
  logFailure('A receipt could not be kept or compared', cause)
}
