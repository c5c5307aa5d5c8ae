export type PauseBannerProps = {
  title: string
  /** Reason or end of the pause. */
  reason: string
  /** Suggests what to do meanwhile. */
  advice?: string
}

/** Explains why bets or deposit credits are paused. */
export function PauseBanner({ title, reason, advice }: PauseBannerProps) {
  return (
    <div
      role="alert"
      className="flex min-h-[5.375rem] items-center gap-3 rounded-toy border-3 border-outline bg-well px-3 py-2 leading-[1.3] wrap-anywhere"
    >
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
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      className="w-10 flex-none rounded-pill border-3 border-outline bg-sun stroke-on-toy p-1"
    >
      <path d="M8.5 6v12M15.5 6v12" />
    </svg>
  )
}
