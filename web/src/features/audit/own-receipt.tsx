import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Receipt } from '#core/schemas/receipt.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Card } from '../../components/card.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { checkedReceipt } from '../../domain/receipts/checked-receipt.ts'
import { findingText } from '../../domain/receipts/judge-receipt.ts'
import { receiptsApi } from '../../domain/receipts/receipts-api.ts'
import { useAuth } from '../../domain/session/auth.tsx'
import { coinsText } from '../../lib/format.ts'

/** What the house has signed for the player, and the keys that it signs with. */
export function OwnReceipt() {
  const { user } = useAuth()
  const { data: keys } = useQuery(keysQuery)
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-title">Signed receipts</h2>
        <p className="text-soft">
          Every answer that moves your coins is signed. Your browser keeps the
          newest receipts, and compares them with your history: a row that is
          changed or gone afterwards contradicts one of them.
        </p>
      </div>
      {user && <NewestReceipt key={user.id} player={user.id} />}
      {keys?.map((key, at) => (
        <div key={key} className="grid gap-1">
          <h3 className="text-small font-semibold text-soft">
            {at === 0 ? 'The house signs with this key' : 'It signed with'}
          </h3>
          <p className="well hex px-3 py-2">{key}</p>
        </div>
      ))}
    </Card>
  )
}

const keysQuery = queryOptions({
  queryKey: ['/api/receipts/keys'],
  queryFn: receiptsApi.keys,
})

function NewestReceipt({ player }: { player: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['/api/receipts', player],
    queryFn: () => checkedReceipt(player),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  if (!data) {
    return isError ? (
      <p className="flex flex-wrap items-center justify-between gap-3">
        Your receipt could not be compared.
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    ) : null
  }
  const { finding, isChecked, receipts } = data
  const newest = receipts.at(-1)
  if (!newest) return null
  return (
    <>
      {finding ? (
        <div
          role="alert"
          className="flex items-center gap-4 rounded-toy bg-bubblegum p-4 text-on-toy"
        >
          <Bendy mood="error" className="w-16 shrink-0" />
          <div>
            <h3 className="text-lead">This does not add up</h3>
            <p className="font-semibold">{findingText(finding)}</p>
            <p className="text-small font-semibold">
              Save your receipt, stop playing, and ask the operator. Anybody can
              check it.
            </p>
          </div>
        </div>
      ) : (
        <div role="status" className="flex items-center gap-4">
          <ShieldIcon
            mark={isChecked ? 'check' : 'none'}
            className="shrink-0 text-lime"
          />
          <p>
            <b>
              Your transaction {newest.seq} and your {coinsText(newest.balance)}{' '}
              behind it are as the house signed them.
            </b>{' '}
            {isChecked
              ? 'Signature and history were checked here, in your browser.'
              : 'Your history was checked here. The signature was not: this browser has no Ed25519.'}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {receipts.map((receipt) => (
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
    </>
  )
}

function fileOf(receipt: Receipt): string {
  const json = JSON.stringify(receipt, undefined, 2)
  return `data:application/json,${encodeURIComponent(json)}`
}
