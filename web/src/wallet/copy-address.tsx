import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import type { ButtonSize } from '../components/button-class.ts'
import { COPIED_FOR_MS, copyText } from '../lib/copy-text.ts'

type CopyAddressProps = {
  address: string
  /** Symbol, where it is the contract of a token. */
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
        : 'Select the address above and copy it manually.',
    })
    if (isDone) setCopied(true)
  }
  return (
    <Button
      size={size}
      aria-label={token && `Copy the address of ${token}`}
      onClick={() => void copy()}
    >
      {/* Both texts share a cell, so that the button keeps its width. */}
      <span className="grid *:[grid-area:1/1]">
        <span className={isCopied ? 'invisible' : ''}>
          {size === 'small' ? 'Copy' : 'Copy address'}
        </span>
        <span className={isCopied ? '' : 'invisible'}>Copied!</span>
      </span>
    </Button>
  )
}
