import { useRef, useState } from 'react'
import type { SiteLinks } from '#core/api/site.ts'
import { logFailure } from '../../../lib/error-message.ts'
import {
  type FrameMessage,
  useFrameMessages,
} from '../../frames/frame-messages.ts'
import { framePath, thirdPartyUrl } from '../../frames/third-party-url.ts'

const DECIMALS = 8

/** The pair's price in dollars, from a market-data service. */
export function TokenPrice({ links }: { links: SiteLinks | undefined }) {
  if (!links) return <Price>{LOADING}</Price>
  return thirdPartyUrl('price', links) ? (
    <LivePrice links={links} />
  ) : (
    <Price>Coming soon</Price>
  )
}

const LOADING = 'Loading price...'

function Price({ children }: { children: string }) {
  return (
    <p className="font-display font-semibold text-(length:--text-title)">
      {children}
    </p>
  )
}

type PriceState = Extract<FrameMessage, { is: 'price' | 'unreachable' }>

function LivePrice({ links: { pair, price } }: { links: SiteLinks }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<PriceState>()
  useFrameMessages(frame, (message) => {
    if (message.is === 'shown') return
    if (message.is === 'unreachable') {
      logFailure(`No price: ${price.name} could not be reached`, undefined)
    }
    setState(message)
  })
  return (
    <>
      <Price>{priceText(pair.symbol, state)}</Price>
      <iframe ref={frame} hidden title="Price feed" src={framePath('price')} />
    </>
  )
}

function priceText(symbol: string, state: PriceState | undefined): string {
  if (!state) return LOADING
  if (state.is === 'unreachable') return 'Price unavailable'
  return `${symbol} $${state.priceUsd.toFixed(DECIMALS)}`
}

const TOKEN = 'GUMBY'

/** Shown where the configured pair is not the token's own. */
export function StandInNote({ symbol }: { symbol: string }) {
  if (symbol === TOKEN || symbol === '') return null
  return (
    <p className="note-sticker">
      {TOKEN} is not listed yet. Until it is, this shows {symbol}, the coin of
      its chain.
    </p>
  )
}
