import { OutsideLink } from '../components/outside-link.tsx'
import { shortHex } from '../lib/format.ts'

interface TransactionLinkProps {
  hash: string
  /** Null on a chain without one. */
  explorer: string | null
  /** Shows the whole hash where it leads nowhere. */
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
