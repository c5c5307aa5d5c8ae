import { useQueryClient } from '@tanstack/react-query'
import type { SocketMessage } from '#core/api/socket.ts'
import { amountText } from '../lib/amount-text.ts'
import { formatCoins } from '../lib/format.ts'
import { type ToastMessage, useToast } from '../lib/toast.ts'
import { useAuth } from '../session/auth.tsx'
import { useNews } from '../session/socket-provider.tsx'
import { walletInfoQuery } from './wallet-info-query.ts'

/** Has the wallet follow what is pushed of it, and tells of coins anywhere. */
export function DepositNews() {
  const queryClient = useQueryClient()
  const { toast } = useToast()
  const player = useAuth().user?.id
  useNews((news) => {
    const { type } = news
    if (type !== 'deposit' && type !== 'wallet' && type !== 'opened') return
    const { queryKey } = walletInfoQuery(player)
    void queryClient.invalidateQueries({ queryKey })
    const story = news.type === 'deposit' && storyOf(news)
    if (story) toast(story)
  })
  return null
}

type DepositPush = Extract<SocketMessage, { type: 'deposit' }>

/** Only what moved coins is worth an interruption. */
function storyOf(push: DepositPush): ToastMessage | undefined {
  const amount = amountText(push)
  switch (push.status) {
    case 'confirmed':
      return {
        title: 'Deposit credited',
        description: `${amount} brought you ${formatCoins(push.coins)} coins`,
      }
    case 'reversed':
      return {
        title: 'Deposit reversed',
        description: push.reason ?? `The chain took ${amount} back`,
        variant: 'destructive',
      }
    default:
      return undefined
  }
}
