import type { CSSProperties } from 'react'
import { HeadsFace, TailsFace } from './coin-faces.tsx'
import './coin.css'

interface CoinProps {
  isFlipping: boolean
  /** The side that shows while the coin lies still. */
  shown: 'heads' | 'tails'
}

/** A thick rubber coin in real 3D. It shows what was drawn; it decides nothing. */
export function Coin({ isFlipping, shown }: CoinProps) {
  return (
    <div
      role="img"
      aria-label={isFlipping ? 'The coin is in the air' : `The coin: ${shown}`}
      className="coin"
      data-phase={isFlipping ? 'tossed' : 'fallen'}
      data-shown={shown}
    >
      <div className="coin-shadow" />
      <div className="coin-hop">
        <div className="coin-spin">
          {LAYERS.map((depth) => (
            <div
              key={depth}
              className="coin-layer"
              style={{ '--depth': depth } as CSSProperties}
            />
          ))}
          <div className="coin-rim" />
          <div className="coin-rim coin-rim-flat" />
          <div className="coin-face">
            <HeadsFace />
          </div>
          <div className="coin-face coin-face-tails">
            <TailsFace />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Discs between the faces, from -1 to 1 half thicknesses: together the edge. */
const LAYERS = Array.from({ length: 13 }, (_, index) => (index - 6) / 6)
