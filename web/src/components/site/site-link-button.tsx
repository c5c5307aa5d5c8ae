import type { ReactNode } from 'react'
import type { SiteLink } from '#core/api/site.ts'
import {
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
} from '../button-class.ts'

type SiteLinkButtonProps = {
  /** Undefined until it is known. */
  link: SiteLink | undefined
  variant?: ButtonVariant
  size?: ButtonSize
  /** Its text; the link's name by default. */
  children?: ReactNode
}

/** Links to another site, or shows "Coming soon" without an address. */
export function SiteLinkButton(props: SiteLinkButtonProps) {
  const { link, variant, size, children = link?.name } = props
  const className = buttonClass(variant, size)
  if (!link?.href) {
    return (
      <button type="button" disabled className={className}>
        {children}
        {link && <span className="text-small font-medium">Coming soon</span>}
      </button>
    )
  }
  return (
    <a href={link.href} target="_blank" rel="noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}
