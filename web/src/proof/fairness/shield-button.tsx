import { type ReactNode, Suspense, useId, useState } from 'react'
import { buttonClass } from '../../components/button-class.ts'
import close from '../../components/close.svg?raw'
import { Picture } from '../../components/picture.tsx'
import { ShieldIcon, shieldLooks } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import { lazyOptional } from '../../lib/lazy-load.ts'
import { pagePath } from '../../lib/page-path.ts'

/** Look of a shield, and its explanation. */
export type ShieldFace = {
  look: keyof typeof shieldLooks
  name: string
  title: string
  explanation: string
}

/** Loads when the first shield of a proven round is opened. */
const ShareRecord = lazyOptional(
  async () => (await import('../share-card/share-win.tsx')).ShareRecord,
)

type ShieldButtonProps = {
  face: ShieldFace
  /** True if the record is proven, so that a win can be shared. */
  isProven?: boolean
  recordId?: string | undefined
  /** Text about the commitments. */
  promise?: ReactNode
  /** Id of the text that explains shields to newcomers. */
  hintId?: string | undefined
  onOpen?: (() => void) | undefined
}

/** A shield and its name; pressing it shows the explanation. */
export function ShieldButton(props: ShieldButtonProps) {
  const { face, isProven = false, recordId, promise, hintId, onOpen } = props
  const [isOpened, setOpened] = useState(false)
  const id = useId()
  const { className, mark } = shieldLooks[face.look]
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-describedby={hintId}
        className="flex min-h-11 items-center gap-2 rounded-toy px-2 text-left text-small max-[22rem]:px-0 max-[22rem]:text-[0.75rem]"
      >
        <ShieldIcon
          key={face.name}
          mark={mark}
          className={classNames('pop-in', className)}
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
        className="rubber-card m-auto w-[min(26rem,calc(100vw-2rem))] p-6 text-text backdrop:bg-outline/60 open:animate-[pop-in_var(--duration-spring)_var(--ease-spring)]"
      >
        <div className="flex items-start justify-between gap-3">
          <h2 className="flex items-center gap-3 text-title max-sm:text-lead">
            <ShieldIcon mark={mark} className={className} />
            {face.title}
          </h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label="Close"
            className={buttonClass('plain', 'small')}
          >
            <Picture svg={close} />
          </button>
        </div>
        <p className="mt-3">{face.explanation}</p>
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
