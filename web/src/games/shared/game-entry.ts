import type { ComponentType } from 'react'

/** An SVG file, or a component that draws. */
export type Art = { default: string } | ComponentType

export type GameTile = {
  /** Background class of the picture, such as `bg-sky`. */
  colour: string
  loadArt: () => Promise<Art>
}

/** A game in the casino's tabs, lobby and routes. Its code is fetched when it is opened. */
export type GameEntry = {
  path: `/${string}`
  /** Title of its page and name of its tab. */
  title: string
  /** One sentence for search engines and shared links. */
  description: string
  /** The game's name in core. */
  gameType: string
  tile: GameTile
  /** Its link in the top bar. */
  siteLink?: string
  /** Loads the page's component, whose type may depend on paths. */
  load: () => Promise<unknown>
}
