import type { ComponentProps } from 'react'

/** Opens a page in a tab of its own: this one goes on. */
export function NewTabLink(props: ComponentProps<'a'>) {
  return <a target="_blank" rel="noreferrer" {...props} />
}
