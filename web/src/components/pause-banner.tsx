import type { GamePause } from '#core/schemas/stats.ts'

/** Why a game takes no bets now. */
export function PauseBanner({ gameType, reason }: GamePause) {
  return (
    <div role="alert" className="pause-banner">
      <PauseIcon />
      <div className="min-w-0">
        <p className="font-display font-semibold">{gameType} is paused</p>
        {reason && <p>{reason}</p>}
        <p className="text-small text-soft">
          Wait here, or play another game. Your coins are safe.
        </p>
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
