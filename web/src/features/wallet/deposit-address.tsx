import { QRCodeSVG } from 'qrcode.react'
import { CopyAddress } from './copy-address.tsx'
import { ExplorerLink } from './explorer-link.tsx'

/** Of the 42 characters of an address. */
const HALF = 21

interface DepositAddressProps {
  address: string
  explorer: string | null
}

/** Where to send to: for cameras, for clipboards and for eyes. */
export function DepositAddress({ address, explorer }: DepositAddressProps) {
  return (
    <section
      aria-label="Your deposit address"
      className="grid justify-items-center gap-4"
    >
      <div className="qr-tile">
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
        {/* Two lines are easier to compare when they are alike. */}
        {address.slice(0, HALF)}
        <wbr />
        {address.slice(HALF)}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
        <CopyAddress address={address} />
        {explorer && (
          <ExplorerLink href={`${explorer}/address/${address}`}>
            View on the explorer
          </ExplorerLink>
        )}
      </div>
    </section>
  )
}
