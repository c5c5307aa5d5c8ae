import { SplitAddress } from '../../components/split-address.tsx'

/** Which account of the wallet it is, to the last character. */
export function WalletAddress({ address }: { address: string }) {
  return (
    <p className="grid min-w-0">
      <span className="text-small text-soft">Your wallet</span>
      <code className="hex">
        <SplitAddress address={address} />
      </code>
    </p>
  )
}
