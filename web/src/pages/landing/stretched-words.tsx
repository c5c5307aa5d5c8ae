/** Big letters pulled up and down like rubber; read as plain words. */
export function StretchedWords({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <span className="sr-only">{lines.join(' ')}</span>
      <span aria-hidden="true" className="stretched">
        {lines.map((line) => (
          <span key={line} className="stretched-line">
            {lettersOf(line).map(({ letter, place }) => (
              <span key={place} className="stretched-letter">
                {letter}
              </span>
            ))}
          </span>
        ))}
      </span>
    </>
  )
}

function lettersOf(line: string) {
  return [...line].map((letter, place) => ({ letter, place }))
}
