import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import type { ButtonSize } from '../components/button-class.ts'
import { COPIED_FOR_MS, copyText } from '../lib/copy-text.ts'

interface CopyAddressProps {
  address: string
  /** Whose it is, where it is not the player's own. */
  token?: string
  size?: ButtonSize
}

export function CopyAddress(props: CopyAddressProps) {
  const { address, token, size = 'normal' } = props
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    const isDone = await copyText(address, {
      copied: 'Address copied to clipboard',
      refused: token
        ? address
        : 'Select the address above and copy it by hand.',
    })
    if (isDone) setCopied(true)
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
