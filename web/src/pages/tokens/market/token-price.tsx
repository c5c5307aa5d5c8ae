import { useCallback, useRef, useState } from 'react'
import type { SiteLinks } from '#core/api/site.ts'
import { logFailure } from '../../../lib/error-message.ts'
import type { FrameMessage } from '../../frames/frame-message.ts'
import { framePath } from '../../frames/frame-path.ts'
import { thirdPartyUrl } from '../../frames/third-party-url.ts'
import { useFrameMessages } from './use-frame-messages.ts'
import './third-party-frame.css'

const DECIMALS = 8

/** The pair's price in dollars, as a market-data service has it. */
export function TokenPrice({ links }: { links: SiteLinks | undefined }) {
  if (!links) return <p className="token-price">{textOf('', undefined)}</p>
  return thirdPartyUrl('price', links) ? (
    <LivePrice links={links} />
  ) : (
    <p className="token-price">Coming soon</p>
  )
}

type PriceState = Extract<FrameMessage, { is: 'price' | 'unreachable' }>

function LivePrice({ links: { pair, price } }: { links: SiteLinks }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<PriceState>()
  useFrameMessages(
    frame,
    useCallback(
      (message: FrameMessage) => {
        if (message.is === 'shown') return
        if (message.is === 'unreachable') {
          logFailure(`No price: ${price.name} could not be reached`, undefined)
        }
        setState(message)
      },
      [price.name],
    ),
  )
  return (
    <>
      <p className="token-price">{textOf(pair.symbol, state)}</p>
      <iframe ref={frame} hidden title="Price feed" src={framePath('price')} />
    </>
  )
}

function textOf(symbol: string, state: PriceState | undefined): string {
  if (!state) return 'Loading price...'
  if (state.is === 'unreachable') return 'Price out of reach'
  return `${symbol} $${state.priceUsd.toFixed(DECIMALS)}`
}
