export interface PauseBannerProps {
  title: string
  /** Why, or until when. */
  reason: string
  /** What to do meanwhile. */
  advice?: string
}

/** Why no bets are taken now, or deposits bring no coins. */
export function PauseBanner({ title, reason, advice }: PauseBannerProps) {
  return (
    <div role="alert" className="pause-banner">
      <PauseIcon />
      <div className="min-w-0">
        <p className="font-display font-semibold">{title}</p>
        <p className="text-small">{reason}</p>
        {advice && <p className="text-small text-soft">{advice}</p>}
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
