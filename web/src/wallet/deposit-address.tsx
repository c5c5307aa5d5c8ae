import { QRCodeSVG } from 'qrcode.react'
import { OutsideLink } from '../components/outside-link.tsx'
import { SplitAddress } from '../components/split-address.tsx'
import { CopyAddress } from './copy-address.tsx'

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
