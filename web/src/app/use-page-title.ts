import { useEffect } from 'react'

const SITE = 'Bendy Casino'

/** Names the browser's tab after the page, and describes it to who asks. */
export function usePageTitle(title: string, description: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE}` : SITE
    const meta = document.querySelector('meta[name="description"]')
    meta?.setAttribute('content', description)
  }, [title, description])
}
