import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Bendy } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { InfoPage } from '../../../components/info-page.tsx'
import { OutsideLink } from '../../../components/outside-link.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useSiteLinks } from '../../../components/site/site-links.ts'
import { Spinner } from '../../../components/spinner.tsx'
import { logFailure } from '../../../lib/error-message.ts'
import chart from '../../art/chart.svg?raw'
import swap from '../../art/swap.svg?raw'
import { useFrameMessages } from '../../frames/frame-messages.ts'
import {
  type FrameName,
  framePath,
  thirdPartyUrl,
} from '../../frames/third-party-url.ts'
import { StandInNote } from './token-price.tsx'

/** /chart: prices of the pair, drawn by a third party's widget. */
export const ChartPage = () => (
  <MarketPage
    name="chart"
    title="Charts"
    colour="bg-lime"
    art={<Picture svg={chart} />}
    lead="Up, down and all the wobbles in between: prices on Polygon, day by day."
    frameTitle="Price chart"
    heightPx={600}
  />
)

/** /swap: a third party's exchange in a frame. */
export const SwapPage = () => (
  <MarketPage
    name="swap"
    title="Swap"
    colour="bg-sky"
    art={<Picture svg={swap} />}
    lead="Trade tokens on Polygon through a third-party exchange. Trades there use real money and have nothing to do with your coins here."
    frameTitle="Token swap"
    heightPx={640}
  />
)

type MarketPageProps = {
  name: 'chart' | 'swap'
  title: string
  colour: string
  art: ReactNode
  lead: string
  frameTitle: string
  heightPx: number
}

function MarketPage({ name, frameTitle, heightPx, ...head }: MarketPageProps) {
  const links = useSiteLinks()
  const url = links && thirdPartyUrl(name, links)
  return (
    <InfoPage {...head}>
      {links && url ? (
        <>
          {name === 'chart' && <StandInNote symbol={links.pair.symbol} />}
          <ThirdPartyFrame
            name={name}
            title={frameTitle}
            owner={links[name].name}
            url={url}
            heightPx={heightPx}
          />
        </>
      ) : (
        <ComingSoon heightPx={heightPx} isLoading={links === undefined} />
      )}
    </InfoPage>
  )
}

type ComingSoonProps = {
  heightPx: number
  isLoading: boolean
}

/** Shown while the operator has configured no third party. */
function ComingSoon({ heightPx, isLoading }: ComingSoonProps) {
  return (
    <div
      className="rubber-card grid place-content-center place-items-center gap-4 p-6 text-center"
      style={{ minHeight: heightPx }}
    >
      {isLoading ? (
        <Spinner label="Loading…" />
      ) : (
        <>
          <Bendy mood="waiting" className="w-36" />
          <h2 className="text-title">Coming soon</h2>
          <p className="max-w-md text-soft">
            GUMBY has no market yet. Once it does, you’ll find it here.
          </p>
        </>
      )}
    </div>
  )
}

/** Longer than the frame's own timeout. */
const SILENT_AFTER_MS = 20_000

type ThirdPartyFrameProps = {
  name: FrameName
  title: string
  /** Name of the third party. */
  owner: string
  /** URL of the page outside this site. */
  url: URL
  heightPx: number
}

/** Embeds a third party's page, and says so when it can’t be reached. */
function ThirdPartyFrame(props: ThirdPartyFrameProps) {
  const { owner, url } = props
  const [attempt, setAttempt] = useState(0)
  return (
    <section aria-label={props.title} className="grid gap-3">
      <FrameAttempt
        key={attempt}
        {...props}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <p className="text-small text-soft">
        From {owner}, a third-party service that sees your IP address and sets
        its own rules.{' '}
        <OutsideLink href={url.href}>{`Open it at ${owner}`}</OutsideLink>
      </p>
    </section>
  )
}

type FrameState = 'waiting' | 'shown' | 'unreachable'

type FrameAttemptProps = ThirdPartyFrameProps & {
  onRetry: () => void
}

function FrameAttempt(props: FrameAttemptProps) {
  const { name, title, owner, heightPx, onRetry } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<FrameState>('waiting')
  const giveUp = () => {
    logFailure(`${title}: ${owner} could not be reached`, undefined)
    setState('unreachable')
  }
  useFrameMessages(frame, ({ is }) =>
    is === 'shown' ? setState(is) : giveUp(),
  )
  const onSilence = useEffectEvent(giveUp)
  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => onSilence(), SILENT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <div
      className="rubber-card third-party relative overflow-hidden data-[frame=swap]:box-content"
      data-frame={name}
      style={{ height: heightPx }}
    >
      {state === 'unreachable' ? (
        <Cover role="status">
          <Bendy mood="lost" className="w-36" />
          <h2 className="text-title">{owner} can’t be reached</h2>
          <p className="max-w-md text-soft">
            This comes from {owner}, which didn’t respond. It may be down, or
            your browser or network may be blocking it. Everything else here
            works without it.
          </p>
          <Button variant="action" onClick={onRetry}>
            Try again
          </Button>
        </Cover>
      ) : (
        <>
          {state === 'waiting' && (
            <Cover>
              <Spinner label={`Connecting to ${owner}…`} />
            </Cover>
          )}
          <iframe
            ref={frame}
            title={title}
            src={framePath(name)}
            data-state={state}
            className="block size-full border-0 [color-scheme:normal] data-[state=waiting]:invisible"
          />
        </>
      )}
    </div>
  )
}

/** Starts at the top on phones, so that its button is in sight. */
function Cover({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <div
      role={role}
      className="absolute inset-0 grid place-content-center place-items-center gap-4 p-6 text-center max-sm:content-start"
    >
      {children}
    </div>
  )
}
