type OutsideLinkProps = {
  href: string
  children: string
}

/** Links to another site, in a new tab. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link">
      {children}
      <span aria-hidden="true"> ↗</span>
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}
