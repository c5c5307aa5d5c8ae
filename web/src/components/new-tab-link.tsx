import type { ComponentProps } from 'react'

/** Links to a page in a new tab, so that this one stays open. */
export function NewTabLink(props: ComponentProps<'a'>) {
  return <a target="_blank" rel="noreferrer" {...props} />
}
