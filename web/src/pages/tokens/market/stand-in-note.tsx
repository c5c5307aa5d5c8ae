const TOKEN = 'GUMBY'

/** Says so where the pair that is shown is not the token's own. */
export function StandInNote({ symbol }: { symbol: string }) {
  if (symbol === TOKEN || symbol === '') return null
  return (
    <p className="note-sticker">
      {TOKEN} is not listed yet. Until it is, this shows {symbol}, the coin of
      its chain.
    </p>
  )
}
