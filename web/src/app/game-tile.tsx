import { Link } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'
import { useLoaded } from '../lib/lazy-load.ts'
import type { Tile } from './page.ts'

interface GameTileProps {
  to: string
  title: string
  tile: Tile
}

/** A game's picture and name; the way there does not wait for the picture. */
export function GameTile({ to, title, tile }: GameTileProps) {
  const { name = title, colour } = tile
  const { Component: Art } = useLoaded(tile.loadArt)
  return (
    <Link to={to} className="rubber-card game-tile">
      <span className={classNames('game-tile-art', colour)}>
        {Art && <Art />}
      </span>
      <span className="game-tile-name">{name}</span>
    </Link>
  )
}
