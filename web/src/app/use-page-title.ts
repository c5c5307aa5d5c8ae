import { useLayoutEffect } from 'react'
import { pageTitle } from './page-title.ts'

/** Names the browser's tab after the page, and describes it to who asks. */
export function usePageTitle(title: string, description: string): void {
  useLayoutEffect(() => {
    document.title = pageTitle(title)
    const meta = document.querySelector('meta[name="description"]')
    meta?.setAttribute('content', description)
  }, [title, description])
}
