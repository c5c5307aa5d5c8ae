import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Receipt } from '#core/api/receipts.ts'
import { buttonClass } from '../../components/button-class.ts'
import type { Check } from '../../components/check-list.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { coinsText } from '../../lib/format.ts'
import { useAuth } from '../../session/auth.tsx'
import { findingText } from '../receipts/judge-receipt.ts'
import { checkedReceipts, receiptKeys } from '../receipts/receipt-keeper.ts'

const TITLE = 'Your history is as it was signed'

/** Compares the newest receipt with the player's history; undefined where there is none. */
export function useOwnReceipt(): Check | undefined {
  const { user } = useAuth()
  const { data, isError } = useReceipts()
  if (!user) return undefined
  if (!data) {
    return isError
      ? {
          state: 'note',
          title: TITLE,
          text: 'Your receipt could not be compared. Reload to try again.',
        }
      : { state: 'waiting', title: TITLE, text: 'Comparing your receipt…' }
  }
  const { finding, isChecked, receipts } = data
  const newest = receipts.at(-1)
  if (!newest) return undefined
  if (finding) {
    return { state: 'broken', title: TITLE, text: findingText(finding) }
  }
  const signed = `Your transaction ${newest.seq} and your ${coinsText(newest.balance)} after it are as the house signed them.`
  return isChecked
    ? {
        state: 'held',
        title: TITLE,
        text: `${signed} Signature and history were checked here, in your browser.`,
      }
    : {
        state: 'note',
        title: TITLE,
        text: `${signed} Your history was checked here. The signature was not: this browser has no Ed25519.`,
      }
}

/** Lists receipts to save, and the public keys. */
export function SignedReceipts() {
  const { data: keys } = useQuery(keysQuery)
  const { data } = useReceipts()
  return (
    <FoldedCard title="Signed receipts">
      <p className="text-soft">
        Every answer that moves your coins is signed. Your browser keeps the
        newest receipts and compares them with your history: a row that is
        changed or gone afterwards contradicts one of them.
      </p>
      <div className="flex flex-wrap gap-3">
        {data?.receipts.map((receipt) => (
          <a
            key={receipt.signature}
            href={fileOf(receipt)}
            download={`receipt-${receipt.seq}.json`}
            className={buttonClass('action', 'small')}
          >
            Save the receipt of transaction {receipt.seq}
          </a>
        ))}
      </div>
      {keys?.map((key, at) => (
        <div key={key} className="grid gap-1">
          <h3 className="text-small font-semibold text-soft">
            {at === 0 ? 'The house signs with this key' : 'It signed with'}
          </h3>
          <p className="well hex px-3 py-2">{key}</p>
        </div>
      ))}
    </FoldedCard>
  )
}

const keysQuery = queryOptions({
  queryKey: ['/api/receipts/keys'],
  queryFn: receiptKeys,
})

function useReceipts() {
  const player = useAuth().user?.id
  return useQuery({
    queryKey: ['/api/receipts', player],
    queryFn: () => checkedReceipts(player ?? ''),
    enabled: player !== undefined,
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

function fileOf(receipt: Receipt): string {
  const json = JSON.stringify(receipt, undefined, 2)
  return `data:application/json,${encodeURIComponent(json)}`
}
