import type { SocketMessage } from '#core/api/socket.ts'
import { amountText, coinsText } from '../lib/format.ts'
import { type ToastMessage, toast } from '../lib/toast.ts'
import { usePush } from '../session/socket-provider.tsx'

/** Toasts a deposit that moved coins, on any page. */
export function DepositToasts() {
  usePush((push) => {
    const message = push.type === 'deposit' && findToast(push)
    if (message) toast(message)
  })
  return null
}

type DepositPush = Extract<SocketMessage, { type: 'deposit' }>

function findToast(push: DepositPush): ToastMessage | undefined {
  const amount = amountText(push)
  switch (push.status) {
    case 'confirmed':
      return {
        title: 'Deposit credited',
        description: `${amount} became ${coinsText(push.coins)}`,
      }
    case 'reversed':
      return {
        title: 'Deposit reversed',
        description:
          push.reason ?? `The chain reversed your deposit of ${amount}`,
        variant: 'destructive',
      }
    default:
      return undefined
  }
}
