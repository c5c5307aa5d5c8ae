/** Big letters pulled up and down like rubber; read as plain words. */
export function StretchedWords({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <span className="sr-only">{lines.join(' ')}</span>
      <span aria-hidden="true" className="stretched">
        {lines.map((line) => (
          <span key={line} className="stretched-line">
            {[...line].map((letter, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: letters never move
                key={index}
                className="stretched-letter"
              >
                {letter}
              </span>
            ))}
          </span>
        ))}
      </span>
    </>
  )
}
