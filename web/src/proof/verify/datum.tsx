import type { ReactNode } from 'react'

/** A value that is compared letter by letter, under its name. */
export function Datum({
  name,
  children,
}: {
  name: string
  children: ReactNode
}) {
  return (
    <div className="grid gap-1">
      <h4 className="font-body text-small font-semibold text-soft">{name}</h4>
      <p className="well hex px-3 py-2">{children}</p>
    </div>
  )
}
