import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useToast } from '../../lib/toast.ts'

const COPIED_FOR_MS = 2_000

interface CopyAddressProps {
  address: string
  className?: string
}

export function CopyAddress({ address, className }: CopyAddressProps) {
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
        description:
          'Your browser forbids it. Select the address under Deposit instead.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Button className={className} onClick={() => void copy()}>
      {/* Both words lie in one place, so that the button keeps its width. */}
      <span className="stacked">
        <span data-hidden={isCopied}>Copy address</span>
        <span data-hidden={!isCopied}>Copied!</span>
      </span>
    </Button>
  )
}
