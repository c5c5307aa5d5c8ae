import { useEffect, useState } from 'react'

/** Whether this browser has a wallet: one that announces itself by EIP-6963, or an old one. */
export function useBrowserWallet(): boolean {
  const [isThere, setThere] = useState(() => 'ethereum' in window)
  useEffect(() => {
    const hear = () => setThere(true)
    addEventListener('eip6963:announceProvider', hear)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', hear)
  }, [])
  return isThere
}
