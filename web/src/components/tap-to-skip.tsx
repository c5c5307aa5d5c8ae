/** Lies over the whole stage: a tap anywhere shows the end. */
export function TapToSkip({ onSkip }: { onSkip: (() => void) | undefined }) {
  return (
    onSkip && (
      <button type="button" className="tap-to-skip" onClick={onSkip}>
        Tap to skip
      </button>
    )
  )
}
