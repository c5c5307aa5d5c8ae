const SITE = 'Bendy Casino'

/** Titles the browser's tab, and the preview of a shared link. */
export function pageTitle(title: string): string {
  return title ? `${title} · ${SITE}` : SITE
}
