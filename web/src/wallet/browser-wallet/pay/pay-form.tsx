import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type Ref, useId, useRef, useState } from 'react'
import { type Address, getAddress } from 'viem'
import { useConfig } from 'wagmi'
import type { WalletInfo } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { coinsText, groupedUnits } from '../../../lib/format.ts'
import { type ReadyWallet, WalletAddress } from '../wallet-steps.tsx'
import { FaucetOffer } from './faucet-offer.tsx'
import {
  type Asset,
  type Holdings,
  holdingsQuery,
  toAsset,
} from './holdings.ts'
import { balanceText, largestPayment, parsePayment } from './payment.ts'
import type { PaymentOrder } from './use-payments.ts'

/** The player's input, kept while wallets come and go. */
export type Written = {
  /** Defaults to the first asset. */
  symbol?: AssetSymbol
  text: string
  /** Account that was connected while writing. */
  from?: Address
}

type PayStepProps = {
  wallet: ReadyWallet
  /** The deposit wallet that is paid to. */
  info: WalletInfo & { address: string }
  written: Written
  onWritten: (written: Written) => void
  /** Error of an account's last payment. */
  getErrorText: (from: Address) => string | undefined
  onSend: (order: PaymentOrder) => void
}

/** Form for asset and amount, once a wallet is ready. */
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
            'You switched accounts in your wallet. You’re now paying from this one.'}
        </p>
      </div>
      <PayForm key={address} {...props} />
      <FaucetOffer info={info} receiver={address} />
    </div>
  )
}

function PayForm(props: PayStepProps) {
  const { wallet, info, written, onWritten, getErrorText, onSend } = props
  const { address: from, chainId } = wallet
  const assets = info.assets.map(toAsset)
  const query = useQuery(holdingsQuery(useConfig().getClient(), from, assets))
  // Earlier balances may be outdated.
  const holdings = query.isError ? undefined : query.data
  const [isTouched, setTouched] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const asset =
    assets.find(({ symbol }) => symbol === written.symbol) ?? assets[0]
  if (!asset) return <p>This casino doesn’t accept deposits.</p>

  const { symbol, minimum } = asset
  const { text } = written
  const payment = parsePayment({ asset, text, holdings })
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
          <p role="alert">Your wallet balances could not be loaded.</p>
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
        hint={
          payment.problem === undefined ? `You get ${payment.brings}` : hint
        }
        onText={(next) => write({ text: next })}
        onMost={(next) => {
          write({ text: next })
          setTouched(true)
        }}
        onLeave={() => setTouched(text !== '')}
      />
      <ErrorText>{getErrorText(from)}</ErrorText>
      <Button variant="go" size="large" type="submit">
        Send {symbol}
      </Button>
    </form>
  )
}

/** Returns a token's whole balance, or the coin's without dust. */
function mostText(asset: Asset, holdings: Holdings): string {
  const most = largestPayment(asset, holdings)
  return asset.address ? formatUnits(most) : balanceText(most)
}

type AssetChoiceProps = {
  assets: readonly Asset[]
  chosen: AssetSymbol
  /** Undefined until they are read. */
  balances: ReadonlyMap<AssetSymbol, bigint> | undefined
  onChoose: (symbol: AssetSymbol) => void
}

function AssetChoice(props: AssetChoiceProps) {
  const { assets, chosen, balances, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-display font-medium">What to send</legend>
      <div className="well divide-y-2 divide-outline">
        {assets.map(({ symbol, coinsPerUnit }) => (
          <label
            key={symbol}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2"
          >
            <input
              type="radio"
              name={name}
              checked={symbol === chosen}
              onChange={() => onChoose(symbol)}
              className="size-5 flex-none accent-tangerine"
            />
            <span className="grid">
              <strong className="font-display font-semibold">{symbol}</strong>
              <span className="text-small text-soft">
                1 {symbol} = {coinsText(coinsPerUnit)}
              </span>
            </span>
            <span className="ms-auto whitespace-nowrap text-end">
              <span className="sr-only">, you have </span>
              {shownBalance(balances?.get(symbol))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function shownBalance(balance: bigint | undefined): string {
  return balance === undefined ? '…' : groupedUnits(balanceText(balance))
}

type AmountFieldProps = {
  ref: Ref<HTMLInputElement>
  symbol: AssetSymbol
  text: string
  /** The most that can be sent; undefined while unknown. */
  mostText: string | undefined
  problem: string | undefined
  hint: string | undefined
  onText: (text: string) => void
  onMost: (text: string) => void
  onLeave: () => void
}

function AmountField(props: AmountFieldProps) {
  const { ref, symbol, text, mostText, problem, hint } = props
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-display font-medium">
        Amount in {symbol}
      </label>
      <div className="flex gap-2">
        <div
          className={classNames(
            'well min-w-0 flex-1 px-3',
            problem && 'border-bubblegum-text',
          )}
        >
          <input
            ref={ref}
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => props.onText(event.target.value)}
            onBlur={props.onLeave}
            className="h-12 w-full bg-transparent font-display text-title font-semibold outline-none"
          />
        </div>
        <Button
          disabled={mostText === undefined}
          onClick={() => mostText && props.onMost(mostText)}
        >
          Max
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className="min-h-6 text-small">
        {problem ? (
          <strong className="text-bubblegum-text">{problem}</strong>
        ) : (
          <span className="text-soft">{hint}</span>
        )}
      </p>
    </div>
  )
}
