/** Covers the stage: a tap anywhere skips to the result. */
export function TapToSkip({ onSkip }: { onSkip: (() => void) | undefined }) {
  return (
    onSkip && (
      <button type="button" className="tap-to-skip" onClick={onSkip}>
        Tap to skip
      </button>
    )
  )
}
