import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'
import { type ButtonVariant, buttonClass } from './button-class.ts'
import { Picture } from './picture.tsx'
import './info-page.css'

type InfoPageProps = {
  title: string
  lead: ReactNode
  /** Right of the title, where there is room. */
  art: ReactNode
  /** Background of the page's head, such as `bg-sky`. */
  colour: string
  children?: ReactNode
}

/** A page to read: a big sticker on top, and cards below it. */
export function InfoPage(props: InfoPageProps) {
  const { title, lead, art, colour, children } = props
  return (
    <div className="info-page">
      <header
        className={classNames(
          'grid grid-cols-1 items-center gap-x-8 gap-y-2 overflow-hidden rounded-card border-3 border-outline px-6 pt-5 pb-7 text-on-toy shadow-[inset_0_4px_0_var(--color-shine),inset_0_-7px_0_rgb(0_0_0/0.16),0_var(--rise-card)_0_var(--color-outline)] md:grid-cols-[minmax(0,1fr)_auto] md:px-10 md:pt-7 md:pb-9',
          colour,
        )}
      >
        <div className="grid gap-3">
          <h1 className="wrap-break-word font-bold text-[length:clamp(2.25rem,1.6rem+3vw,4rem)] leading-none">
            {title}
          </h1>
          <div className="max-w-[36rem] font-semibold leading-[1.4] md:text-lead">
            {lead}
          </div>
        </div>
        <div className="w-[min(7rem,30vw)] justify-self-center md:w-[clamp(13rem,24vw,19rem)]">
          {art}
        </div>
      </header>
      {children}
    </div>
  )
}

/** Short facts, each a sticker. */
export function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
      {Object.entries(facts).map(([name, value]) => (
        <div
          key={name}
          className="grid gap-0.5 rounded-toy border-3 border-outline bg-panel px-4 pt-3 pb-3.5 shadow-[0_4px_0_var(--color-outline)]"
        >
          <dt className="font-bold text-small text-soft">{name}</dt>
          <dd className="wrap-anywhere font-display font-semibold text-lead">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ChaptersProps = {
  chapters: readonly { title: string; points: readonly string[] }[]
  /** Heading level of the titles. */
  level?: 'h2' | 'h3'
}

/** Chapters of a paper as cards of a few short points. */
export function Chapters({ chapters, level: Title = 'h2' }: ChaptersProps) {
  return (
    <ol className="info-cards">
      {chapters.map(({ title, points }, at) => (
        <li key={title} className="rubber-card grid content-start gap-4 p-6">
          <Title className="flex items-center gap-3 text-lead">
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-[50%_46%_52%_48%] border-3 border-outline bg-tangerine font-bold font-display text-lead text-on-toy shadow-[inset_0_-3px_0_var(--color-tangerine-edge)]"
            >
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

type ArtCardProps = {
  title: string
  /** SVG on top of the card. */
  art: string
  /** Background of the drawing, such as `bg-sky`. */
  colour: string
  text: ReactNode
  to: string
  action: string
  variant?: ButtonVariant
  /** Opens in a new tab. */
  isNewTab?: boolean
  className?: string
  /** More links. */
  children?: ReactNode
}

/** A card that links to a page, with a drawing on top. */
export function ArtCard(props: ArtCardProps) {
  const { title, art, colour, text, to, action, variant, isNewTab } = props
  return (
    <article
      className={classNames(
        'rubber-card flex flex-col overflow-hidden',
        props.className,
      )}
    >
      <div className={classNames('card-art', colour)}>
        <Picture svg={art} />
      </div>
      <div className="flex flex-1 flex-col items-start gap-3 p-6">
        <h2 className="text-title">{title}</h2>
        <div className="flex-1">
          {typeof text === 'string' ? <p>{text}</p> : text}
        </div>
        <Link
          to={to}
          className={buttonClass(variant)}
          {...(isNewTab && { target: '_blank' })}
        >
          <span>{action}</span>
          {isNewTab && <span className="sr-only"> (opens a new tab)</span>}
        </Link>
        {props.children}
      </div>
    </article>
  )
}
