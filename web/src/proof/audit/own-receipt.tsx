import { useQuery } from '@tanstack/react-query'
import {
  listReceiptKeys,
  type Receipt,
  readReceipt,
} from '#core/api/receipts.ts'
import { buttonClass } from '../../components/button-class.ts'
import type { Check } from '../../components/check-list.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { HexValue } from '../../components/hex-value.tsx'
import { coinsText } from '../../lib/format.ts'
import { useAuth } from '../../session/auth.tsx'
import { findingText } from '../receipts/judge-receipt.ts'
import { checkedReceipts, receiptKeys } from '../receipts/receipt-keeper.ts'

/** Compares the newest receipt with the player's history; undefined without one. */
export function useOwnReceipt(): Check | undefined {
  const { user } = useAuth()
  const { data, isError } = useReceipts()
  const title = 'Your history matches its signed receipt'
  if (!user) return undefined
  if (!data) {
    return isError
      ? {
          state: 'note',
          title,
          text: 'Your receipt could not be compared. Reload to try again.',
        }
      : { state: 'waiting', title, text: 'Comparing your receipt…' }
  }
  const { finding, isChecked, receipts } = data
  const newest = receipts.at(-1)
  if (!newest) return undefined
  if (finding) return { state: 'broken', title, text: findingText(finding) }
  const signed = `Your transaction ${newest.seq} and your balance of ${coinsText(newest.balance)} after it match what the house signed.`
  const checked = isChecked
    ? 'Signature and history were checked here, in your browser.'
    : 'Your history was checked here. The signature was not: this browser doesn’t support Ed25519.'
  return {
    state: isChecked ? 'held' : 'note',
    title,
    text: `${signed} ${checked}`,
  }
}

/** Lists receipts to save, and the public keys. */
export function SignedReceipts() {
  const { data: keys } = useQuery({
    queryKey: [listReceiptKeys.path],
    queryFn: receiptKeys,
  })
  const { data } = useReceipts()
  return (
    <FoldedCard title="Signed receipts">
      <p className="text-soft">
        Every response that moves your coins is signed. Your browser keeps the
        latest receipts and compares them with your history: if a row is changed
        or removed later, it contradicts a receipt.
      </p>
      <div className="flex flex-wrap gap-3">
        {data?.receipts.map((receipt) => (
          <a
            key={receipt.signature}
            href={getFile(receipt)}
            download={`receipt-${receipt.seq}.json`}
            className={buttonClass('action', 'small')}
          >
            Save the receipt of transaction {receipt.seq}
          </a>
        ))}
      </div>
      {keys?.map((key, at) => (
        <HexValue
          key={key}
          name={
            at === 0 ? 'The house signs with this key' : 'Earlier signing key'
          }
        >
          {key}
        </HexValue>
      ))}
    </FoldedCard>
  )
}

function useReceipts() {
  const player = useAuth().user?.id
  return useQuery({
    queryKey: [readReceipt.path, player],
    queryFn: () => checkedReceipts(player ?? ''),
    enabled: player !== undefined,
    refetchOnMount: 'always',
    gcTime: 0,
  })
}

function getFile(receipt: Receipt): string {
  const json = JSON.stringify(receipt, undefined, 2)
  return `data:application/json,${encodeURIComponent(json)}`
}
