import type { ReactNode } from 'react'

type HexValueProps = {
  name: string
  /** Level of its heading. */
  as?: 'h3' | 'h4'
  children: ReactNode
}

/** A value to compare letter by letter, under its name. */
export function HexValue({ name, as: Name = 'h3', children }: HexValueProps) {
  return (
    <div className="grid gap-1">
      <Name className="wrap-anywhere font-body text-small font-semibold text-soft">
        {name}
      </Name>
      <p className="well hex px-3 py-2">{children}</p>
    </div>
  )
}
