import type { CSSProperties } from 'react'
import { Bendy } from '../../components/bendy.tsx'
import { Picture } from '../../components/picture.tsx'
import { playSound } from '../../lib/sound.ts'
import { playTimeline, type Timeline } from '../../lib/timeline.ts'
import heads from './heads.svg?raw'
import tails from './tails.svg?raw'
import './coin.css'

/** Duration from the toss until the coin has landed. */
const REVEAL_AFTER_MS = 1_500
/** Duration from the toss until the coin stands on its edge. */
const TENSE_AFTER_MS = 960

/** Plays the sounds of a toss; ends when the result may be shown. */
export function tossCoin(): Timeline {
  playSound('boing')
  return playTimeline(REVEAL_AFTER_MS, [
    { atMs: TENSE_AFTER_MS, act: () => playSound('ratchet') },
  ])
}

type CoinProps = {
  isFlipping: boolean
  /** The side shown at rest. */
  shown: 'heads' | 'tails'
}

/** A thick rubber coin in real 3D. It shows a result that is already drawn. */
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
            <Picture svg={heads} />
            <Bendy mood="win" className="coin-bendy" />
          </div>
          <div className="coin-face coin-face-tails">
            <Picture svg={tails} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Offsets of the discs that form the edge, in half thicknesses from -1 to 1. */
const LAYERS = Array.from({ length: 13 }, (_, index) => (index - 6) / 6)
