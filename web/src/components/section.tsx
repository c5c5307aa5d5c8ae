import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  level?: 'h2' | 'h3'
  /** Size of the heading. */
  size?: 'text-lead' | 'text-title' | 'text-display'
  className?: string
  children: ReactNode
}

/** A part of a page, named by its heading. */
export function Section(props: SectionProps) {
  const { title, level: Heading = 'h2', size = 'text-lead' } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={props.className}>
      <Heading id={id} className={size}>
        {title}
      </Heading>
      {props.children}
    </section>
  )
}
