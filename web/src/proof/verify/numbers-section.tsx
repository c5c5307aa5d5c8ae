import type { ReactNode } from 'react'

interface NumbersSectionProps {
  title: string
  children: ReactNode
}

/** A part of what engineers look at, one below the other. */
export function NumbersSection({ title, children }: NumbersSectionProps) {
  return (
    <section className="numbers-section">
      <h3 className="text-title max-sm:text-lead">{title}</h3>
      {children}
    </section>
  )
}
