import * as Radix from '@radix-ui/react-toast'
import { classNames } from '../lib/class-names.ts'
import { dismissToast, useShownToast } from '../lib/toast.ts'
import { Bendy } from './bendy.tsx'
import close from './close.svg?raw'
import { Picture } from './picture.tsx'

const AUTO_CLOSE_MS = 5_000
const SWIPE_THRESHOLD_PX = 50
const HOTKEY = ['F8']

/** Shows the current toast. */
export function Toaster() {
  const shown = useShownToast()
  const isBad = shown?.variant === 'destructive'
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          duration={shown.durationMs ?? AUTO_CLOSE_MS}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id)
          }}
          className={classNames(
            'toast rubber-card pointer-events-auto relative flex items-center gap-2 rounded-toy px-2.5 py-1 text-on-toy text-small leading-tight roomy:gap-3 roomy:rounded-card roomy:p-4 roomy:text-base roomy:leading-tight',
            isBad ? 'bg-bubblegum' : 'bg-lime',
          )}
        >
          <Bendy
            mood={isBad ? 'error' : 'win'}
            className="w-7 shrink-0 max-sm:hidden roomy:w-12"
          />
          <div className="min-w-0 flex-1">
            <Radix.Title className="pe-6 font-display font-semibold text-base leading-tight roomy:text-lead roomy:leading-tight">
              {shown.title}
            </Radix.Title>
            {shown.description && (
              <Radix.Description className="wrap-anywhere font-semibold">
                {shown.description}
              </Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Close"
            className="absolute top-0 right-0 rounded-toy p-1.5 roomy:p-3"
          >
            <Picture svg={close} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={HOTKEY}
        // Toasts are announced elsewhere, but dialogs hide elements without `aria-live`.
        aria-live="off"
        // Left of the balance on phones; at bottom right on larger screens, and
        // over dialogs, whose close button is at the top.
        className="toasts pointer-events-none fixed top-0 left-0 z-50 flex w-[calc(100%-8.5rem)] max-w-[420px] flex-col p-1 in-[body:has([role=dialog])]:inset-[auto_0_0_auto] in-[body:has([role=dialog])]:w-full roomy:inset-[auto_0_0_auto] roomy:w-full roomy:p-4"
      />
    </Radix.Provider>
  )
}
