import type { WalletInfo } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { OutsideLink } from '../components/outside-link.tsx'
import { amountText, coinsText, shortHex } from '../lib/format.ts'
import { CopyAddress } from './copy-address.tsx'

type Asset = WalletInfo['assets'][number]

interface DepositAssetsProps {
  assets: readonly Asset[]
  explorer: string | null
}

/** Lists what can be deposited, with minimum and rate. */
export function DepositAssets({ assets, explorer }: DepositAssetsProps) {
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

interface TokenContractProps {
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

interface DepositNotesProps {
  network: NonNullable<WalletInfo['network']>
  assets: readonly Asset[]
}

/** Names the chain, and what to know before sending. */
export function DepositNotes({ network, assets }: DepositNotesProps) {
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
            Besides test BNB, only the BEP-20 tokens{' '}
            {listFormat.format(tokens.map(({ symbol }) => symbol))} count.
          </li>
        )}
        {coin && <li>Minimum deposit: {coin.minimum} BNB</li>}
        <li>
          A payment below the minimum brings no coins. It doesn’t add up with
          others, and is not sent back.
        </li>
        <li>Credited after {CONFIRMATIONS_NEEDED} confirmations</li>
      </ul>
    </section>
  )
}
