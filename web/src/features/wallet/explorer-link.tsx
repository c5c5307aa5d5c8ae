interface ExplorerLinkProps {
  href: string
  children: string
}

/** Leads out of the house, to where anyone can look the chain up. */
export function ExplorerLink({ href, children }: ExplorerLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link">
      {children}
      <span aria-hidden="true"> ↗</span>
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}
