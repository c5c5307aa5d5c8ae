import * as Radix from '@radix-ui/react-toast'
import { classNames } from '../lib/class-names.ts'
import { useToast } from '../lib/toast.ts'
import { Bendy } from './bendy.tsx'
import { CloseIcon } from './close-icon.tsx'

const AUTO_CLOSE_MS = 5_000
const SWIPE_THRESHOLD_PX = 50
const HOTKEY = ['F8']

/** Shows the toast of the moment. */
export function Toaster() {
  const { shown, dismiss } = useToast()
  const isBad = shown?.variant === 'destructive'
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          duration={shown.durationMs ?? AUTO_CLOSE_MS}
          onOpenChange={(open) => {
            if (!open) dismiss(shown.id)
          }}
          className={classNames(
            'toast rubber-card pointer-events-auto flex items-center text-on-toy',
            isBad ? 'bg-bubblegum' : 'bg-lime',
          )}
        >
          <Bendy mood={isBad ? 'error' : 'win'} className="shrink-0" />
          <div className="min-w-0 flex-1">
            <Radix.Title className="toast-title font-display font-semibold">
              {shown.title}
            </Radix.Title>
            {shown.description && (
              <Radix.Description className="wrap-anywhere font-semibold">
                {shown.description}
              </Radix.Description>
            )}
          </div>
          <Radix.Close aria-label="Close" className="rounded-toy">
            <CloseIcon />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={HOTKEY}
        // Toasts are announced elsewhere; but dialogs hide what is not live.
        aria-live="off"
        className="toasts fixed z-50 flex max-w-[420px] flex-col"
      />
    </Radix.Provider>
  )
}
