import type { GamePause } from '#core/schemas/stats.ts'

interface PauseBannerProps extends GamePause {
  title?: string
  /** What to do meanwhile. */
  advice?: string
}

/** Why a game takes no bets now, or deposits bring no coins. */
export function PauseBanner({
  gameType,
  reason,
  title = `${gameType} is paused`,
  advice = 'Wait here, or play another game. Your coins are safe.',
}: PauseBannerProps) {
  return (
    <div role="alert" className="pause-banner">
      <PauseIcon />
      <div className="min-w-0">
        <p className="font-display font-semibold">{title}</p>
        {reason && <p>{reason}</p>}
        <p className="text-small text-soft">{advice}</p>
      </div>
    </div>
  )
}

function PauseIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="pause-icon">
      <path d="M8.5 6v12M15.5 6v12" />
    </svg>
  )
}
