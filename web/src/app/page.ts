import type { ComponentType } from 'react'

/** A picture that leads to a page. */
export interface Tile {
  /** Stands under the picture; the page's title when left out. */
  name?: string
  /** What the picture stands on, such as `bg-sky`. */
  colour: string
  loadArt: () => Promise<ComponentType>
}

/** What the site knows of a page before its code is there. */
interface PageEntry {
  /** As the router reads it: `/verify/:id` has a parameter. */
  path: `/${string}`
  /** Stands in the browser's tab; empty where the site's name says it all. */
  title: string
  /** What search engines and shared links say of it, in a sentence. */
  description: string
  /**
   * Who is not signed in is led to the login, and to a player a page for
   * operators is not there. The page's code is fetched for nobody else.
   */
  access: 'everyone' | 'players' | 'operators'
  /** Stands in the casino's frame, with a tab there. */
  frame?: 'casino'
  /** The tab's label, where it isn't the title. */
  tab?: string
  /** What the house calls the rounds that are played on it, where it is a game's. */
  gameType?: string
  /** Its tile on the first page of who is signed in. */
  tile?: Tile
  /** Its link in the top bar, and in the menu on small screens. */
  siteLink?: string
  /** How that link looks in the top bar, if not like the others. */
  siteLinkLook?: 'button'
}

/** The first page's code is always there; all others are fetched when opened. */
export type Page<Component = ComponentType> = PageEntry &
  ({ path: '/' } | { load: () => Promise<Component> })

/** Games and bets, one tab away from each other. */
export const inCasino = { access: 'players', frame: 'casino' } as const
