import { useQuery } from '@tanstack/react-query'
import { NETWORKS } from '#core/chain/networks.ts'
import { copyText } from '../../lib/copy-text.ts'
import { shortHex } from '../../lib/short-hex.ts'
import { overviewQuery } from '../overview/overview-api.ts'

interface HexProps {
  hex: string
  /** Links to the chain's explorer, where there is one. */
  on?: 'address' | 'tx'
}

/** An address or a hash by its two ends, with a button that copies all of it. */
export function Hex({ hex, on }: HexProps) {
  const { data } = useQuery(overviewQuery)
  const explorer = on && data?.chain && NETWORKS[data.chain.chainId].explorer
  return (
    <span className="op-hex">
      <code title={hex}>{shortHex(hex)}</code>
      <button
        type="button"
        aria-label={`Copy ${hex}`}
        onClick={() => void copyText(hex, { copied: hex, refused: hex })}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M5.5 5.5h8v8h-8zM2.5 10.5v-8h8" />
        </svg>
      </button>
      {explorer && (
        <a
          href={`${explorer}/${on}/${hex}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`${hex} on the block explorer`}
        >
          ↗
        </a>
      )}
    </span>
  )
}
