import type { WalletInfo } from '#core/api/wallet.ts'
import { OutsideLink } from '../components/outside-link.tsx'
import { amountText } from '../lib/amount-text.ts'
import { coinsText } from '../lib/format.ts'
import { shortHex } from '../lib/short-hex.ts'
import { CopyAddress } from './copy-address.tsx'

interface DepositAssetsProps {
  assets: WalletInfo['assets']
  explorer: string | null
}

/** What can be sent, how much at least, and what it brings. */
export function DepositAssets({ assets, explorer }: DepositAssetsProps) {
  return (
    <section className="grid gap-3">
      <h3 className="text-lead">What you can send</h3>
      <ul className="well divide-y-2 divide-outline">
        {assets.map((asset) => (
          <li
            key={asset.symbol}
            className="flex items-center justify-between gap-3 px-3 py-2"
          >
            <span className="grid">
              <span className="flex items-center gap-2">
                <strong className="font-display font-semibold">
                  {asset.symbol}
                </strong>
                {asset.address && (
                  <CopyAddress
                    address={asset.address}
                    token={asset.symbol}
                    size="small"
                  />
                )}
              </span>
              <AssetContract address={asset.address} explorer={explorer} />
            </span>
            <span className="grid justify-items-end whitespace-nowrap text-end text-small">
              <span>
                1 {asset.symbol} = {coinsText(asset.coinsPerUnit)}
              </span>
              <span className="text-soft">
                at least{' '}
                {amountText({
                  amount: asset.minimum,
                  cryptoType: asset.symbol,
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AssetContractProps {
  address: string | undefined
  explorer: string | null
}

function AssetContract({ address, explorer }: AssetContractProps) {
  if (!address) {
    return <span className="text-small text-soft">test BNB</span>
  }
  return (
    <span className="text-small text-soft">
      {explorer ? (
        <OutsideLink href={`${explorer}/token/${address}`}>
          {shortHex(address)}
        </OutsideLink>
      ) : (
        <code className="hex whitespace-nowrap" title={address}>
          {shortHex(address)}
        </code>
      )}
    </span>
  )
}
