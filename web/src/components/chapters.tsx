export interface Chapter {
  title: string
  points: readonly string[]
}

interface ChaptersProps {
  chapters: readonly Chapter[]
  /** Of the titles, where the chapters stand below a heading. */
  level?: 'h2' | 'h3'
}

/** What a paper says, in cards of a few short points. */
export function Chapters({ chapters, level: Title = 'h2' }: ChaptersProps) {
  return (
    <ol className="info-cards">
      {chapters.map(({ title, points }, at) => (
        <li key={title} className="rubber-card grid content-start gap-4 p-6">
          <Title className="flex items-center gap-3 text-lead">
            <span aria-hidden="true" className="stamp">
              {at + 1}
            </span>
            {title}
          </Title>
          <ul className="grid list-disc gap-2 pl-5 marker:text-tangerine-text">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
