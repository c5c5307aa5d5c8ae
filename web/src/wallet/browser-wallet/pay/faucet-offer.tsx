import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { askFaucet, type WalletInfo } from '#core/api/wallet.ts'
import { Button } from '../../../components/button.tsx'
import { FaucetLinks } from '../../../components/faucet-links.tsx'
import { call } from '../../../lib/call.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { assetOf } from './asset.ts'
import { type Gift, giftNews } from './gift-news.ts'
import { holdingsQuery } from './holdings-query.ts'

interface FaucetOfferProps {
  info: WalletInfo
  /** The player's own wallet. */
  receiver: Address
}

/** Something to deposit, for who has nothing. */
export function FaucetOffer({ info, receiver }: FaucetOfferProps) {
  const { faucet } = info
  if (!faucet) return null
  if (faucet.kind === 'links') return <FaucetLinks links={faucet.links} />
  // What one wallet was given is no news of the next.
  return <LocalFaucet key={receiver} info={info} receiver={receiver} />
}

function LocalFaucet({ info, receiver }: FaucetOfferProps) {
  const { gift, news } = useGift(info, receiver)
  const { isComing = false, told } = news ?? {}
  return (
    <section className="grid gap-2 border-outline border-t-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Nothing to send? Test coins are free.</p>
        <Button
          size="small"
          pending={gift.isPending || isComing}
          onClick={() => gift.mutate()}
        >
          {told && !isComing ? 'Get more' : 'Get test coins'}
        </Button>
      </div>
      <p role="status" className="min-h-6 text-small">
        {told}
      </p>
      {gift.isError && (
        <p role="alert" className="text-bubblegum-text text-small">
          {errorMessage(gift.error, 'The faucet did not answer. Try again.')}
        </p>
      )}
    </section>
  )
}

/** What the faucet was asked for last, and how much of it is there. */
function useGift({ assets }: WalletInfo, receiver: Address) {
  const client = useConfig().getClient()
  const queryClient = useQueryClient()
  const query = holdingsQuery(client, receiver, assets.map(assetOf))
  const holdings = useQuery(query)
  const gift = useMutation({
    mutationFn: async (): Promise<Gift> => {
      const before = queryClient.getQueryData(query.queryKey)?.balances
      const { gifts } = await call(askFaucet, { body: { address: receiver } })
      return { gifts, before, askedAtMs: Date.now() }
    },
    onSuccess: () => queryClient.invalidateQueries(query),
  })
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = holdings
  const now = isError ? undefined : data?.balances
  const lookedAtMs = Math.max(dataUpdatedAt, errorUpdatedAt)
  const news = gift.data && giftNews(gift.data, now, lookedAtMs)
  return { gift, news }
}
