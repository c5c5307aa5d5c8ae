import type { ReactNode } from 'react'

interface HexValueProps {
  name: string
  children: ReactNode
}

/** A value to compare letter by letter, under its name. */
export function HexValue({ name, children }: HexValueProps) {
  return (
    <div className="grid gap-1">
      <h3 className="wrap-anywhere font-body text-small font-semibold text-soft">
        {name}
      </h3>
      <p className="well hex px-3 py-2">{children}</p>
    </div>
  )
}
