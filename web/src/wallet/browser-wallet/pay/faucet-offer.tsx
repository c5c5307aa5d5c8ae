import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import {
  type FaucetAnswer,
  requestGift,
  type WalletInfo,
} from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { Button } from '../../../components/button.tsx'
import { FaucetLinks } from '../../../components/faucet-links.tsx'
import { call } from '../../../lib/call.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { amountText } from '../../../lib/format.ts'
import { holdingsQuery, toAsset } from './holdings.ts'

/** The outbox gets them mined within seconds. */
const LATE_AFTER_MS = 30_000

type FaucetOfferProps = {
  info: WalletInfo
  /** The player's browser wallet. */
  receiver: Address
}

/** Offers test coins: from our faucet on a local chain, else public ones. */
export function FaucetOffer({ info, receiver }: FaucetOfferProps) {
  const { faucet } = info
  if (!faucet) return null
  if (faucet.kind === 'links') return <FaucetLinks links={faucet.links} />
  return <LocalFaucet key={receiver} info={info} receiver={receiver} />
}

function LocalFaucet({ info, receiver }: FaucetOfferProps) {
  const { request, status } = useFaucet(info, receiver)
  const { isComing = false, text } = status ?? {}
  return (
    <section className="grid gap-2 border-outline border-t-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Nothing to send? Test coins are free.</p>
        <Button
          size="small"
          pending={request.isPending || isComing}
          onClick={() => request.mutate()}
        >
          {text && !isComing ? 'Get more' : 'Get test coins'}
        </Button>
      </div>
      <p role="status" className="min-h-6 text-small">
        {text}
      </p>
      {request.isError && (
        <p role="alert" className="text-bubblegum-text text-small">
          {errorMessage(request.error, 'The faucet didn’t respond. Try again.')}
        </p>
      )}
    </section>
  )
}

/** Requests coins, and detects their arrival by comparing balances. */
function useFaucet({ assets }: WalletInfo, receiver: Address) {
  const client = useConfig().getClient()
  const queryClient = useQueryClient()
  const query = holdingsQuery(client, receiver, assets.map(toAsset))
  const holdings = useQuery(query)
  const request = useMutation({
    mutationFn: async (): Promise<FaucetRequest> => {
      const before = queryClient.getQueryData(query.queryKey)?.balances
      const { gifts } = await call(requestGift, { body: { address: receiver } })
      return { gifts, before, sentAtMs: Date.now() }
    },
    onSuccess: () => queryClient.invalidateQueries(query),
  })
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = holdings
  const now = isError ? undefined : data?.balances
  const readAtMs = Math.max(dataUpdatedAt, errorUpdatedAt)
  const status = request.data && faucetStatus(request.data, now, readAtMs)
  return { request, status }
}

type Balances = ReadonlyMap<AssetSymbol, bigint>

type FaucetRequest = FaucetAnswer & {
  /** Undefined where the balances were not read. */
  before: Balances | undefined
  sentAtMs: number
}

type FaucetStatus = {
  text: string
  /** The next request has to wait. */
  isComing: boolean
}

/** @param now undefined while balances can't be read. */
export function faucetStatus(
  { gifts, before, sentAtMs }: FaucetRequest,
  now: Balances | undefined,
  readAtMs: number,
): FaucetStatus {
  const what = listFormat.format(
    gifts.map(({ symbol: cryptoType, amount }) =>
      amountText({ amount, cryptoType }),
    ),
  )
  if (!before || !now) {
    return { text: `${what} are on their way.`, isComing: false }
  }
  const isThere = gifts.every(
    ({ symbol }) => (now.get(symbol) ?? 0n) > (before.get(symbol) ?? 0n),
  )
  if (isThere) return { text: `${what} have arrived.`, isComing: false }
  if (readAtMs - sentAtMs > LATE_AFTER_MS) {
    return { text: `${what} haven’t arrived yet.`, isComing: false }
  }
  return { text: `${what} are on their way.`, isComing: true }
}

const listFormat = new Intl.ListFormat('en-US')
