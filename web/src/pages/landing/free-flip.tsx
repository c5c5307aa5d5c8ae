import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { retryImport } from '../../lib/lazy-load.ts'

/** Target of the hero's link to the free flip. */
export const FREE_FLIP = 'free-flip'

/** A coin for visitors; its code is loaded after the first paint. */
export function FreeFlip() {
  const guestFlip = useQuery({ queryKey: [FREE_FLIP], queryFn: loadGuestFlip })
  const { data: GuestFlip, isError, refetch } = guestFlip
  return (
    <section
      id={FREE_FLIP}
      aria-labelledby={`${FREE_FLIP}-title`}
      className="mx-auto grid max-w-[84rem] gap-5 pt-10"
    >
      <h2 id={`${FREE_FLIP}-title`} className="text-display">
        Flip one for free
      </h2>
      {/* Same height as the lazily loaded content. */}
      <div className="grid min-h-[66rem] min-[60rem]:min-h-[30rem]">
        {GuestFlip && <GuestFlip />}
        {isError && (
          <div className="grid place-items-center gap-3">
            <p>The coin could not be loaded.</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )}
      </div>
    </section>
  )
}

async function loadGuestFlip() {
  const load = () => import('./guest-flip/guest-flip.tsx')
  return (await retryImport(load)).GuestFlip
}
