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
