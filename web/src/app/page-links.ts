import type { Page } from './page.ts'

export interface PageLink {
  to: string
  label: string
  look?: 'button'
}

/** A tab of the casino's frame. */
export interface CasinoTab extends PageLink {
  gameType?: string
}

/** The top bar's links. */
export function siteLinks(pages: readonly Page[]): PageLink[] {
  return pages.flatMap(({ path, siteLink, siteLinkLook: look }) =>
    siteLink ? [{ to: path, label: siteLink, ...(look && { look }) }] : [],
  )
}

/** The tabs of the casino's frame. */
export function casinoTabs(pages: readonly Page[]): CasinoTab[] {
  return pages
    .filter(({ frame }) => frame === 'casino')
    .map(({ path, title, tab = title, gameType }) => ({
      to: path,
      label: tab,
      ...(gameType && { gameType }),
    }))
}
