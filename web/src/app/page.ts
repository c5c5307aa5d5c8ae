import type { ComponentType } from 'react'
import type { GameTile } from '../games/shared/game-entry.ts'

/** A picture that links to a page. */
export type Tile = GameTile & {
  /** Label under the picture; defaults to the page's title. */
  name?: string
}

/** Describes a page before its code is loaded. */
type PageEntry = {
  /** Route pattern of the router: `/verify/:id` has a parameter. */
  path: `/${string}`
  /** Title of the browser tab, before the site's name; empty on the home page. */
  title: string
  /** One sentence for search engines and shared links. */
  description: string
  /**
   * Visitors are sent to the login; players get "not found" for an operator
   * page. The page's code is only fetched with access.
   */
  access: 'everyone' | 'players' | 'operators'
  /** Renders the page inside the casino's frame, as one of its tabs. */
  frame?: 'casino'
  /** Label of the tab; defaults to the title. */
  tab?: string
  /** Game played on the page. */
  gameType?: string
  /** Its tile in the lobby. */
  tile?: Tile
  /** Its link in the top bar, and in the menu on small screens. */
  siteLink?: string
  /** Makes the link a button in the top bar. */
  siteLinkLook?: 'button'
}

/** The home page is in the main bundle; all others are loaded when opened. */
export type Page<Component = ComponentType> = PageEntry &
  ({ path: '/' } | { load: () => Promise<Component> })

/** Defaults of pages that are tabs of the casino. */
export const inCasino = { access: 'players', frame: 'casino' } as const

export type PageLink = {
  to: string
  label: string
  look?: 'button'
}

/** A tab of the casino's frame. */
export type CasinoTab = PageLink & {
  gameType?: string
}

/** Returns the top bar's links. */
export function siteLinks(pages: readonly Page[]): PageLink[] {
  return pages.flatMap(({ path, siteLink, siteLinkLook: look }) =>
    siteLink ? [{ to: path, label: siteLink, ...(look && { look }) }] : [],
  )
}

/** Returns the tabs of the casino's frame. */
export function casinoTabs(pages: readonly Page[]): CasinoTab[] {
  return pages
    .filter(({ frame }) => frame === 'casino')
    .map(({ path, title, tab = title, gameType }) => ({
      to: path,
      label: tab,
      ...(gameType && { gameType }),
    }))
}

const SITE = 'Bendy Casino'

/** Returns the full title, for the browser tab and link previews. */
export function pageTitle(title: string): string {
  return title ? `${title} · ${SITE}` : SITE
}
