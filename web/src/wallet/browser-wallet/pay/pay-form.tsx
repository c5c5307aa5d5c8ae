import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type Address, getAddress } from 'viem'
import { useConfig } from 'wagmi'
import type { WalletInfo } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { type ReadyWallet, WalletAddress } from '../wallet-steps.tsx'
import { FaucetOffer } from './faucet-offer.tsx'
import {
  type Asset,
  assetOf,
  type Holdings,
  holdingsQuery,
} from './holdings.ts'
import { balanceText, largestPayment, paymentOf } from './payment.ts'
import { AmountField, AssetChoice } from './payment-fields.tsx'
import type { PaymentOrder } from './use-payments.ts'

/** The player's input, kept while wallets come and go. */
export interface Written {
  /** Defaults to the first asset. */
  symbol?: AssetSymbol
  text: string
  /** Account that was connected while writing. */
  from?: Address
}

interface PayStepProps {
  wallet: ReadyWallet
  /** The deposit wallet that is paid to. */
  info: WalletInfo & { address: string }
  written: Written
  onWritten: (written: Written) => void
  /** Error of an account's last payment. */
  errorTextOf: (from: Address) => string | undefined
  onSend: (order: PaymentOrder) => void
}

/** Asks a ready wallet's owner what to send, and how much. */
export function PayStep(props: PayStepProps) {
  const { wallet, info, written } = props
  const { address, onLeave } = wallet
  const { from = address } = written
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <div className="flex items-center justify-between gap-3">
          <WalletAddress address={address} />
          <Button size="small" onClick={onLeave}>
            Change<span className="sr-only"> the wallet</span>
          </Button>
        </div>
        <p role="status" className="text-small">
          {address !== from &&
            'You switched accounts in your wallet. You pay from this one now.'}
        </p>
      </div>
      <PayForm key={address} {...props} />
      <FaucetOffer info={info} receiver={address} />
    </div>
  )
}

function PayForm(props: PayStepProps) {
  const { wallet, info, written, onWritten, errorTextOf, onSend } = props
  const { address: from, chainId } = wallet
  const assets = info.assets.map(assetOf)
  const query = useQuery(holdingsQuery(useConfig().getClient(), from, assets))
  // Earlier balances may be wrong by now.
  const holdings = query.isError ? undefined : query.data
  const [isTouched, setTouched] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const asset =
    assets.find(({ symbol }) => symbol === written.symbol) ?? assets[0]
  if (!asset) return <p>This casino takes no deposits.</p>

  const { symbol, minimum } = asset
  const { text } = written
  const payment = paymentOf({ asset, text, holdings })
  const write = (change: Partial<Written>) => {
    setTouched(false)
    onWritten({ ...written, ...change, from })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (payment.problem !== undefined) return input.current?.focus()
    const { amountWei } = payment
    onSend({ asset, amountWei, from, to: getAddress(info.address), chainId })
  }
  const hint = text === '' ? `At least ${minimum} ${symbol}` : payment.problem
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <AssetChoice
        assets={assets}
        chosen={symbol}
        balances={holdings?.balances}
        onChoose={(chosen) => write({ symbol: chosen, text: '' })}
      />
      {query.isError && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-small">
          <p role="alert">Your balances could not be read.</p>
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      <AmountField
        ref={input}
        symbol={symbol}
        text={text}
        mostText={holdings && mostText(asset, holdings)}
        problem={isTouched ? payment.problem : undefined}
        hint={payment.problem === undefined ? `Brings ${payment.brings}` : hint}
        onText={(next) => write({ text: next })}
        onMost={(next) => {
          write({ text: next })
          setTouched(true)
        }}
        onLeave={() => setTouched(text !== '')}
      />
      <ErrorText>{errorTextOf(from)}</ErrorText>
      <Button variant="go" size="large" type="submit">
        Send {symbol}
      </Button>
    </form>
  )
}

/** All of a token, to the last wei; of the coin without the dust. */
function mostText(asset: Asset, holdings: Holdings): string {
  const most = largestPayment(asset, holdings)
  return asset.address ? unitsOf(most) : balanceText(most)
}
