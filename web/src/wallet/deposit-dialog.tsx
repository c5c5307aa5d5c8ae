import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import type { WalletInfo } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { Button } from '../components/button.tsx'
import { Dialog, type DialogState } from '../components/dialog.tsx'
import { FaucetLinks } from '../components/faucet-links.tsx'
import { OutsideLink } from '../components/outside-link.tsx'
import { PauseBanner } from '../components/pause-banner.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { SplitAddress } from '../components/split-address.tsx'
import { amountText, coinsText, shortHex } from '../lib/format.ts'
import { useGamePause } from '../session/game-pause.ts'
import { CopyAddress } from './copy-address.tsx'
import {
  DepositList,
  DepositStatusLine,
  useFollowedDeposit,
} from './deposit-list.tsx'
import { MissingDeposit } from './recheck.tsx'
import { UnreadyWallet, WalletFailure } from './unready-wallet.tsx'
import { useWallet } from './wallet-query.ts'

type DepositDialogProps = DialogState & {
  player: string
  /** Opens the dialog that pays from a browser wallet. */
  onPay: () => void
}

/** The deposit dialog. Load it lazily: it imports the QR code. */
export function DepositDialog(props: DepositDialogProps) {
  const { open, onOpenChange, ...content } = props
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Deposit BSC Tokens"
    >
      <Content {...content} />
    </Dialog>
  )
}

function Content({
  player,
  onPay,
}: Pick<DepositDialogProps, 'player' | 'onPay'>) {
  const { data: info, isError, refetch } = useWallet(player)
  const pause = useGamePause(DEPOSITS)
  const followed = useFollowedDeposit(info)
  const canPay = useHasBrowserWallet()
  if (!info && isError) return <WalletFailure onRetry={refetch} />
  if (!info) return <Skeleton className="h-96" />
  const { address, network, assets, faucet, deposits } = info
  if (!(address && network)) return <UnreadyWallet info={info} />
  const { explorer } = network
  return (
    <>
      {pause && (
        <div className="mb-4">
          <PauseBanner
            reason={pause.reason}
            title="Deposits are paused"
            advice="Anything you send is safe and will be credited when the pause is over."
          />
        </div>
      )}
      <DepositStatusLine deposit={followed} />
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <div className="grid gap-6">
          <DepositAddress address={address} explorer={explorer} />
          {canPay && (
            <section className="rubber-card grid gap-3 p-4">
              <p>
                Have a wallet in this browser, such as MetaMask? Pay from it
                right here.
              </p>
              <Button
                variant="go"
                className="justify-self-start"
                aria-haspopup="dialog"
                onClick={onPay}
              >
                Pay from a wallet
              </Button>
            </section>
          )}
          <DepositNotes network={network} assets={assets} />
        </div>
        <div className="grid gap-6">
          <DepositAssets assets={assets} explorer={explorer} />
          {faucet?.kind === 'links' && <FaucetLinks links={faucet.links} />}
          <section className="grid gap-3">
            <h3 className="text-lead">Your deposits</h3>
            <DepositList deposits={deposits} />
            <MissingDeposit />
          </section>
        </div>
      </div>
    </>
  )
}

type DepositAddressProps = {
  address: string
  explorer: string | null
}

function DepositAddress({ address, explorer }: DepositAddressProps) {
  return (
    <section
      aria-label="Your deposit address"
      className="grid justify-items-center gap-4"
    >
      <div className="aspect-square w-52 overflow-hidden rounded-card border-3 border-outline bg-cream text-on-toy shadow-[0_var(--rise-card)_0_var(--color-outline)]">
        <QRCodeSVG
          value={address}
          title="QR code of your deposit address"
          level="M"
          marginSize={4}
          bgColor="transparent"
          fgColor="currentColor"
          className="size-full"
        />
      </div>
      <p className="well hex w-full px-3 py-2 text-center text-base">
        <SplitAddress address={address} />
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
        <CopyAddress address={address} />
        {explorer && (
          <OutsideLink href={`${explorer}/address/${address}`}>
            View on the explorer
          </OutsideLink>
        )}
      </div>
    </section>
  )
}

/** True once a wallet announces itself (EIP-6963), or an old one is injected. */
function useHasBrowserWallet(): boolean {
  const [isThere, setThere] = useState(() => 'ethereum' in window)
  useEffect(() => {
    const onAnnounced = () => setThere(true)
    addEventListener('eip6963:announceProvider', onAnnounced)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', onAnnounced)
  }, [])
  return isThere
}

type Asset = WalletInfo['assets'][number]

type DepositAssetsProps = {
  assets: readonly Asset[]
  explorer: string | null
}

/** Lists what can be deposited, with minimum and rate. */
function DepositAssets({ assets, explorer }: DepositAssetsProps) {
  return (
    <section className="grid gap-3">
      <h3 className="text-lead">What you can send</h3>
      <ul className="well divide-y-2 divide-outline">
        {assets.map(({ symbol, address, minimum, coinsPerUnit }) => (
          <li
            key={symbol}
            className="flex items-center justify-between gap-3 px-3 py-2"
          >
            <span className="grid">
              <span className="flex items-center gap-2">
                <strong className="font-display font-semibold">{symbol}</strong>
                {address && (
                  <CopyAddress address={address} token={symbol} size="small" />
                )}
              </span>
              <span className="text-small text-soft">
                {address ? (
                  <TokenContract address={address} explorer={explorer} />
                ) : (
                  'test BNB'
                )}
              </span>
            </span>
            <span className="grid justify-items-end whitespace-nowrap text-end text-small">
              <span>
                1 {symbol} = {coinsText(coinsPerUnit)}
              </span>
              <span className="text-soft">
                at least {amountText({ amount: minimum, cryptoType: symbol })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TokenContractProps = {
  address: string
  explorer: string | null
}

function TokenContract({ address, explorer }: TokenContractProps) {
  const text = shortHex(address)
  return explorer ? (
    <OutsideLink href={`${explorer}/token/${address}`}>{text}</OutsideLink>
  ) : (
    <code className="hex whitespace-nowrap" title={address}>
      {text}
    </code>
  )
}

const listFormat = new Intl.ListFormat('en-US')

type DepositNotesProps = {
  network: NonNullable<WalletInfo['network']>
  assets: readonly Asset[]
}

/** Names the chain, and warns about common mistakes. */
function DepositNotes({ network, assets }: DepositNotesProps) {
  const coin = assets.find(({ address }) => !address)
  const tokens = assets.filter(({ address }) => address)
  const details = [
    ['Network', network.name],
    ['Chain ID', network.chainId],
    ...(coin ? [['Currency', `test BNB (${coin.symbol})`] as const] : []),
  ] as const
  return (
    <section className="grid gap-3">
      <h3 className="text-lead">Network details</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {details.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="text-end font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid list-disc gap-1 pl-5 text-small marker:text-tangerine-text">
        <li>Play money: send test coins only, never real ones.</li>
        {tokens.length > 0 && (
          <li>
            Besides test BNB, we only accept the BEP-20 tokens{' '}
            {listFormat.format(tokens.map(({ symbol }) => symbol))}.
          </li>
        )}
        {coin && <li>Minimum deposit: {coin.minimum} BNB</li>}
        <li>
          Payments below the minimum aren’t credited. Several small ones don’t
          add up, and they aren’t sent back.
        </li>
        <li>Credited after {CONFIRMATIONS_NEEDED} confirmations</li>
      </ul>
    </section>
  )
}
