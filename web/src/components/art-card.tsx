import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

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
