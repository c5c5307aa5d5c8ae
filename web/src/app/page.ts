import type { ComponentType } from 'react'
import type { GameTile } from '../games/shared/game-entry.ts'

/** A picture that leads to a page. */
export interface Tile extends GameTile {
  /** Stands under the picture; the page's title when left out. */
  name?: string
}

/** Describes a page before its code is loaded. */
interface PageEntry {
  /** As the router reads it: `/verify/:id` has a parameter. */
  path: `/${string}`
  /** Stands in the browser's tab; empty where the site's name says it all. */
  title: string
  /** One sentence for search engines and shared links. */
  description: string
  /**
   * Leads visitors to the login; for players, a page for operators is not
   * found. The page's code is fetched for those alone who may see it.
   */
  access: 'everyone' | 'players' | 'operators'
  /** Stands in the casino's frame, with a tab there. */
  frame?: 'casino'
  /** The tab's label, where it isn't the title. */
  tab?: string
  /** The game that is played on it. */
  gameType?: string
  /** Its tile in the lobby. */
  tile?: Tile
  /** Its link in the top bar, and in the menu on small screens. */
  siteLink?: string
  /** Makes the link a button in the top bar. */
  siteLinkLook?: 'button'
}

/** The first page's code is always there; all others are fetched when opened. */
export type Page<Component = ComponentType> = PageEntry &
  ({ path: '/' } | { load: () => Promise<Component> })

/** Games and bets, one tab away from each other. */
export const inCasino = { access: 'players', frame: 'casino' } as const

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

const SITE = 'Bendy Casino'

/** Titles the browser's tab, and the preview of a shared link. */
export function pageTitle(title: string): string {
  return title ? `${title} · ${SITE}` : SITE
}
