import { useState } from 'react'
import type { SlotSymbol } from '#core/games/slots/slot-reels.ts'

/** A symbol as a picture; as its letters where the picture can not be had. */
export function SymbolImage({ symbol }: { symbol: SlotSymbol }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span className="symbol-letters">{symbol}</span>
  return (
    <img
      src={pictures[symbol]}
      alt={symbol}
      draggable={false}
      className="symbol-picture"
      onError={() => setMissing(true)}
    />
  )
}

const pictures: Record<SlotSymbol, string> = {
  BTC: new URL('./symbols/btc.svg', import.meta.url).href,
  ETH: new URL('./symbols/eth.svg', import.meta.url).href,
  XRP: new URL('./symbols/xrp.svg', import.meta.url).href,
  DOGE: new URL('./symbols/doge.svg', import.meta.url).href,
  SOL: new URL('./symbols/sol.svg', import.meta.url).href,
}
