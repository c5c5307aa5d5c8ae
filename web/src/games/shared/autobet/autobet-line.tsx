import { useIsServerAway } from '../../../lib/server-presence.ts'
import { progressText, stopText } from './autobet-text.ts'
import { ProfitLine } from './profit-line.tsx'
import type { AutobetControl } from './use-autobet.ts'

/** How far an autobet has come; only its phases are read out, not each bet. */
export function AutobetLine({ auto }: { auto: AutobetControl }) {
  const { autobet, isRunning, profits } = auto
  const isAway = useIsServerAway()
  return (
    <div className="autobet-line">
      {!autobet && (
        <p className="text-small text-soft">Your profit shows here</p>
      )}
      {autobet && isRunning && (
        <p className="font-display font-semibold">{progressText(autobet)}</p>
      )}
      <p role="status" className="text-small text-soft">
        {isRunning ? <Phase isAway={isAway} /> : autobet && stopText(autobet)}
      </p>
      <ProfitLine profits={profits} />
    </div>
  )
}

function Phase({ isAway }: { isAway: boolean }) {
  if (isAway)
    return 'The house is away. Autobet waits and goes on when it is back.'
  return (
    <>
      Autobet is running. <span className="with-keyboard">Esc stops it.</span>
    </>
  )
}
