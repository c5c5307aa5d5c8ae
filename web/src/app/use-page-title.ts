import { useEffect } from 'react'

const SITE = 'Bendy Casino'

/** Names the browser's tab after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE}` : SITE
  }, [title])
}
