import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Bendy } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { OutsideLink } from '../../../components/outside-link.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { logFailure } from '../../../lib/error-message.ts'
import { useFrameMessages } from '../../frames/frame-messages.ts'
import { type FrameName, framePath } from '../../frames/third-party-url.ts'

/** Longer than the frame itself waits for an answer. */
const SILENT_AFTER_MS = 20_000

interface ThirdPartyFrameProps {
  name: FrameName
  title: string
  /** Whose page it is. */
  owner: string
  /** Where it can be seen without us. */
  url: URL
  heightPx: number
}

/** Embeds a third party's page, and says so when it can not be reached. */
export function ThirdPartyFrame(props: ThirdPartyFrameProps) {
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
        From {owner}, a third-party service that sees your network address and
        sets its own rules.{' '}
        <OutsideLink href={url.href}>{`Open it at ${owner}`}</OutsideLink>
      </p>
    </section>
  )
}

type FrameState = 'waiting' | 'shown' | 'unreachable'

interface FrameAttemptProps extends ThirdPartyFrameProps {
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
          <h2 className="text-title">{owner} is out of reach</h2>
          <p className="max-w-md text-soft">
            This comes from {owner}, which did not answer: it may be down, or
            your browser or network keeps it away. Everything else here works
            without it.
          </p>
          <Button variant="action" onClick={onRetry}>
            Try again
          </Button>
        </Cover>
      ) : (
        <>
          {state === 'waiting' && (
            <Cover>
              <Spinner label={`Asking ${owner}…`} />
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
