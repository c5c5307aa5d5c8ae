import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'

/** What the stake has been multiplied by, and how many guesses were right. */
export function Streak({ round }: { round: HiLoAnswer | undefined }) {
  return (
    <div className="streak">
      {round?.gameActive && (
        <>
          <strong key={round.streakMultiplier} className="streak-factor pop-in">
            ×{round.streakMultiplier.toFixed(2)}
          </strong>
          <span className="text-small text-soft">
            {round.consecutiveWins} in a row
          </span>
        </>
      )}
    </div>
  )
}
