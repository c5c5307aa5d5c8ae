import type { WalletInfo } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Network } from './network.ts'

const LIST = new Intl.ListFormat('en-US')

interface DepositNotesProps {
  network: Network
  assets: WalletInfo['assets']
}

/** Which chain it is, and what to know before sending. */
export function DepositNotes({ network, assets }: DepositNotesProps) {
  const coin = assets.find(({ address }) => !address)
  const tokens = assets.filter(({ address }) => address)
  return (
    <section className="grid gap-3">
      <h3 className="text-lead">Network details</h3>
      <dl className="network-details">
        <dt>Network</dt>
        <dd>{network.name}</dd>
        <dt>Chain ID</dt>
        <dd>{network.chainId}</dd>
        {coin && (
          <>
            <dt>Currency</dt>
            <dd>test BNB ({coin.symbol})</dd>
          </>
        )}
      </dl>
      <ul className="grid list-disc gap-1 pl-5 text-small marker:text-tangerine-text">
        <li>Play money: send test coins only, never real ones.</li>
        {tokens.length > 0 && (
          <li>
            Besides test BNB, only the BEP-20 tokens{' '}
            {LIST.format(tokens.map(({ symbol }) => symbol))} count.
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
