import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useId,
  useState,
} from 'react'
import { buttonClass } from '../../components/button-class.ts'
import { CloseIcon } from '../../components/close-icon.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import { lazyOrNothing } from '../../lib/lazy-or-nothing.ts'
import { pagePath } from '../../lib/page-path.ts'

/** How a shield looks, and what it says to those who ask why. */
export interface ShieldFace {
  mark: ComponentProps<typeof ShieldIcon>['mark']
  colour: string
  name: string
  title: string
  story: string
}

/** Comes with the first proven round that somebody looks behind. */
const ShareRecord = lazyOrNothing(
  async () => (await import('../share-card/share-record.tsx')).ShareRecord,
)

interface ShieldButtonProps {
  face: ShieldFace
  /** Whether its record is a proof that may be shared, where it is a win. */
  isProven?: boolean
  /** The record that it speaks of, where there is one. */
  recordId?: string | undefined
  /** What is fixed already of what comes next. */
  promise?: ReactNode
  /** What tells newcomers what a shield is, by its id. */
  hintId?: string | undefined
  /** Called when the player looks behind the shield. */
  onOpen?: (() => void) | undefined
}

/** A shield, its name, and its story behind it. */
export function ShieldButton(props: ShieldButtonProps) {
  const { face, isProven = false, recordId, promise, hintId, onOpen } = props
  const [isOpened, setOpened] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-describedby={hintId}
        className="shield flex min-h-11 items-center gap-2 rounded-toy px-2 text-left text-small max-[22rem]:px-0 max-[22rem]:text-[0.75rem]"
      >
        <ShieldIcon
          key={face.name}
          mark={face.mark}
          className={classNames('pop-in', face.colour)}
        />
        <span className="grid min-w-22 leading-tight">
          <strong className="font-display font-semibold">{face.name}</strong>
          <span className="text-soft underline underline-offset-2">why?</span>
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState !== 'open') return
          setOpened(true)
          onOpen?.()
        }}
        className="shield-story rubber-card text-text"
      >
        <div className="flex items-start justify-between gap-3">
          <h2 className="flex items-center gap-3 text-title max-sm:text-lead">
            <ShieldIcon mark={face.mark} className={face.colour} />
            {face.title}
          </h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label="Close"
            className={buttonClass('plain', 'small')}
          >
            <CloseIcon />
          </button>
        </div>
        <p className="mt-3">{face.story}</p>
        {promise && <p className="mt-3">{promise}</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          {isOpened && isProven && recordId && (
            <Suspense>
              <ShareRecord key={recordId} id={recordId} />
            </Suspense>
          )}
          {recordId && (
            <a
              href={pagePath(`/verify/${recordId}`)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('action', 'small')}
            >
              See the record
            </a>
          )}
          <a
            href={pagePath('/fairness')}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('plain', 'small')}
          >
            How it works
          </a>
        </div>
      </div>
    </>
  )
}
