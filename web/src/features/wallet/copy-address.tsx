import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { ButtonSize } from '../../components/button-class.ts'
import { useToast } from '../../lib/toast.ts'

const COPIED_FOR_MS = 2_000

interface CopyAddressProps {
  address: string
  /** Whose it is, where it is not the player's own. */
  token?: string
  size?: ButtonSize
}

export function CopyAddress(props: CopyAddressProps) {
  const { address, token, size = 'normal' } = props
  const { toast } = useToast()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      toast({
        title: 'Copied!',
        description: 'Address copied to clipboard',
        durationMs: COPIED_FOR_MS,
      })
    } catch {
      // Browsers allow it on secure pages only, and players may forbid it.
      toast({
        title: 'Not copied',
        description: token
          ? address
          : 'Your browser does not allow it. Select the address under Deposit instead.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Button
      size={size}
      aria-label={token && `Copy the address of ${token}`}
      onClick={() => void copy()}
    >
      {/* Both words lie in one place, so that the button keeps its width. */}
      <span className="stacked">
        <span data-hidden={isCopied}>
          {size === 'small' ? 'Copy' : 'Copy address'}
        </span>
        <span data-hidden={!isCopied}>Copied!</span>
      </span>
    </Button>
  )
}
