import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import './info-page.css'

interface InfoPageProps {
  title: string
  lead: ReactNode
  /** Beside the title, where there is room. */
  art: ReactNode
  /** What the head of the page is made of, such as `bg-sky`. */
  colour: string
  children?: ReactNode
}

/** A page that tells something: a big sticker on top, and cards below it. */
export function InfoPage(props: InfoPageProps) {
  const { title, lead, art, colour, children } = props
  return (
    <div className="info-page">
      <header className={classNames('info-head', colour)}>
        <div className="grid gap-3">
          <h1 className="info-title">{title}</h1>
          <div className="info-lead">{lead}</div>
        </div>
        <div className="info-art">{art}</div>
      </header>
      {children}
    </div>
  )
}

/** Short facts, each a sticker. */
export function Facts({
  facts,
}: {
  facts: readonly { name: string; value: string }[]
}) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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

interface ArtCardProps {
  title: string
  art: ReactNode
  /** What the drawing stands on, such as `bg-sky`. */
  colour: string
  className?: string
  children: ReactNode
}

/** A card with a drawing on top. */
export function ArtCard(props: ArtCardProps) {
  const { title, art, colour, className, children } = props
  return (
    <article
      className={classNames(
        'rubber-card flex flex-col overflow-hidden',
        className,
      )}
    >
      <div className={classNames('card-art', colour)}>{art}</div>
      <div className="flex flex-1 flex-col items-start gap-3 p-6">
        <h2 className="text-title">{title}</h2>
        {children}
      </div>
    </article>
  )
}
