import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Deposit, DepositStatus, WalletInfo } from '#core/api/wallet.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { Bendy } from '../components/bendy.tsx'
import { CoinAmount, CoinIcon } from '../components/coin-amount.tsx'
import { OutsideLink } from '../components/outside-link.tsx'
import { classNames } from '../lib/class-names.ts'
import {
  amountText,
  coinsText,
  formatClock,
  formatDay,
  shortHex,
} from '../lib/format.ts'
import './timeline.css'

/** All deposits, newest first. */
export function DepositList({ deposits }: { deposits: readonly Deposit[] }) {
  if (deposits.length === 0) {
    return (
      <div className="well grid place-items-center gap-2 p-6 text-center">
        <Bendy mood="waiting" className="w-24" />
        <p className="font-display font-medium text-lead">No deposits yet</p>
        <p className="text-soft">
          Send something to your address, and it shows up here within seconds.
        </p>
      </div>
    )
  }
  return (
    <ul className="grid gap-3">
      {deposits.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} />
      ))}
    </ul>
  )
}

export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { chainId, status, coins, createdAt, reason, txHash } = deposit
  return (
    <li className="grid gap-2 rounded-toy border-3 border-outline bg-well p-3">
      <div className="flex items-center justify-between gap-3">
        <strong className="wrap-anywhere font-display font-semibold text-lead">
          {amountText(deposit)}
        </strong>
        <DepositChip status={status} />
      </div>
      <div className="flex items-center justify-between gap-3 text-small text-soft">
        <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        {coins > 0 && (
          <span className="flex gap-1 text-sun-text">
            <CoinAmount amount={coins} /> coins
          </span>
        )}
      </div>
      <Timeline deposit={deposit} />
      {reason && <p className="text-small">{reason}</p>}
      {txHash && (
        <p className="text-small text-soft">
          <TransactionLink
            hash={txHash}
            explorer={NETWORKS[chainId].explorer}
          />
        </p>
      )}
    </li>
  )
}

/** One line of constant height, so that a new deposit moves nothing. */
export function DepositStatusLine({
  deposit,
}: {
  deposit: Deposit | undefined
}) {
  return (
    <p
      role="status"
      className="well mb-5 flex min-h-20 flex-wrap content-center items-center gap-x-3 sm:min-h-14 px-4 py-2"
    >
      {deposit ? (
        <>
          <DepositChip status={deposit.status} />
          <span className="font-bold">{statusText(deposit)}</span>
        </>
      ) : (
        <span className="text-soft">Waiting for your deposit…</span>
      )}
    </p>
  )
}

/**
 * Returns the deposit to follow: the newest pending one, and once there was
 * one, the newest of all.
 */
export function useFollowedDeposit(
  info: WalletInfo | undefined,
): Deposit | undefined {
  const [isFollowing, setFollowing] = useState(false)
  const pending = info?.deposits.find(({ status }) => status === 'pending')
  if (pending && !isFollowing) setFollowing(true)
  return isFollowing ? (pending ?? info?.deposits[0]) : undefined
}

/** The chip of each status, and how its timeline ends. */
const statuses: Record<
  DepositStatus,
  ComponentProps<typeof StatusChip> & { end: string }
> = {
  pending: { mark: 'dots', text: 'Pending', end: 'Coins next' },
  confirmed: { mark: 'check', text: 'Confirmed', end: 'Credited' },
  below_minimum: { mark: 'cross', text: 'Failed', end: 'Below minimum' },
  rejected: { mark: 'cross', text: 'Failed', end: 'Rejected' },
  reversed: { mark: 'cross', text: 'Failed', end: 'Reversed' },
}

function DepositChip({ status }: Pick<Deposit, 'status'>) {
  const { mark, text } = statuses[status]
  return <StatusChip mark={mark} text={text} />
}

/** A progress bar of confirmations. */
function Timeline({ deposit }: { deposit: Deposit }) {
  const [seen, depth, end] = toSteps(deposit)
  return (
    <ol className="timeline" data-status={deposit.status} aria-label="Progress">
      <Step {...seen}>
        <span className="timeline-peg">
          <MarkIcon mark="check" />
        </span>
      </Step>
      <Step {...depth}>
        <span className="timeline-band" aria-hidden="true">
          {cells.map((cell) => (
            <i key={cell} data-full={cell <= deposit.confirmations} />
          ))}
        </span>
      </Step>
      <Step {...end}>
        {/* A new peg pops in when the deposit ends. */}
        <span key={end.state} className="timeline-peg pop-in">
          {end.state === 'failed' ? <MarkIcon mark="cross" /> : <CoinIcon />}
        </span>
      </Step>
    </ol>
  )
}

const cells = Array.from({ length: CONFIRMATIONS_NEEDED }, (_, i) => i + 1)

type StepState = {
  label: string
  state: 'done' | 'current' | 'waiting' | 'failed'
  at?: string | null
}

function Step(props: StepState & { children: ReactNode }) {
  const { label, state, at, children } = props
  return (
    <li
      className="timeline-step"
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      {children}
      <span className="font-bold">{label}</span>
      {at && <time dateTime={at}>{formatClock(at)}</time>}
    </li>
  )
}

function toSteps(
  deposit: Deposit,
): [seen: StepState, depth: StepState, end: StepState] {
  const { confirmations, createdAt } = deposit
  const label = `${confirmations}/${CONFIRMATIONS_NEEDED} confirmations`
  return [
    { label: 'Seen', state: 'done', at: createdAt },
    { label, state: getDepth(deposit) },
    getLastStep(deposit),
  ]
}

function getDepth({ confirmations, status }: Deposit): StepState['state'] {
  if (confirmations === CONFIRMATIONS_NEEDED) return 'done'
  return status === 'pending' ? 'current' : 'waiting'
}

function getLastStep(deposit: Deposit): StepState {
  const { status, coins, confirmedAt } = deposit
  const { mark, end } = statuses[status]
  if (mark === 'cross') return { label: end, state: 'failed' }
  if (mark === 'check') return { label: end, state: 'done', at: confirmedAt }
  if (coins === 0) return { label: 'No coins', state: 'waiting' }
  return getDepth(deposit) === 'done'
    ? { label: 'Crediting…', state: 'current' }
    : { label: end, state: 'waiting' }
}

function statusText(deposit: Deposit): string {
  const [, depth, end] = toSteps(deposit)
  const amount = amountText(deposit)
  if (end.state === 'done') return `${amount} · ${coinsText(deposit.coins)}`
  return `${amount} · ${depth.state === 'current' ? depth.label : end.label}`
}

type Mark = 'check' | 'dots' | 'cross'

const fills: Record<Mark, string> = {
  check: 'bg-lime',
  dots: 'bg-sun',
  cross: 'bg-bubblegum',
}

/** A status as a word and a symbol, not by colour alone. */
export function StatusChip({ mark, text }: { mark: Mark; text: string }) {
  return (
    <span
      className={classNames(
        'inline-flex flex-none items-center gap-1.5 rounded-pill border-2 border-outline px-2.5 py-0.5 font-display font-semibold text-on-toy text-small',
        fills[mark],
      )}
    >
      <MarkIcon mark={mark} />
      {text}
    </span>
  )
}

const paths: Record<Mark, string> = {
  check: 'M4 13l6 6L20 6',
  dots: 'M4 12h.01M12 12h.01M20 12h.01',
  cross: 'M6 6l12 12M18 6L6 18',
}

function MarkIcon({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-[1em]">
      <path
        d={paths[mark]}
        fill="none"
        stroke="currentColor"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type TransactionLinkProps = {
  hash: string
  /** Null on a chain without one. */
  explorer: string | null
  /** Shows the whole hash if there is no link. */
  isWhole?: boolean
}

export function TransactionLink(props: TransactionLinkProps) {
  const { hash, explorer, isWhole = false } = props
  const text = shortHex(hash)
  if (explorer) {
    return (
      <OutsideLink href={`${explorer}/tx/${hash}`}>
        {`Transaction ${text}`}
      </OutsideLink>
    )
  }
  return (
    <>
      Transaction{' '}
      <code className="hex wrap-anywhere" title={hash}>
        {isWhole ? hash : text}
      </code>
    </>
  )
}
