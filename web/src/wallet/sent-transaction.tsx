import { useEffect } from 'react'
import { OutsideLink } from '../components/outside-link.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { shortHex } from '../lib/short-hex.ts'
import { recheckText } from './recheck-text.ts'
import { useRecheck } from './use-recheck.ts'

const LOOKED_UP_EVERY_MS = 15_000

interface SentTransactionProps {
  hash: string
  explorer: string | null
  /** In a block for some time: the house looks it up by itself. */
  isOverdue: boolean
}

/** A payment that is no deposit yet. */
export function SentTransaction(props: SentTransactionProps) {
  const { hash, explorer, isOverdue } = props
  const recheck = useRecheck()
  const { mutate } = recheck
  useEffect(() => {
    if (!isOverdue) return
    const look = () => mutate({ txHash: hash })
    look()
    const timer = setInterval(look, LOOKED_UP_EVERY_MS)
    return () => clearInterval(timer)
  }, [hash, isOverdue, mutate])
  return (
    <div className="grid gap-2 text-center text-small text-soft">
      {explorer ? (
        <OutsideLink href={`${explorer}/tx/${hash}`}>
          {`Transaction ${shortHex(hash)}`}
        </OutsideLink>
      ) : (
        <p>
          Transaction <code className="hex wrap-anywhere">{hash}</code>
        </p>
      )}
      <p role="status" className="min-h-6">
        {recheck.isError
          ? errorMessage(recheck.error)
          : recheck.data && recheckText(recheck.data)}
      </p>
    </div>
  )
}
