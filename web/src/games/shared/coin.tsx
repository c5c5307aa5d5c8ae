import type { CSSProperties, ReactNode } from 'react'
import { Bendy } from '../../components/bendy.tsx'
import { playSound } from '../../lib/sound.ts'
import { playTimeline, type Timeline } from '../../lib/timeline.ts'
import './coin.css'

/** From the toss until the coin has fallen. */
const REVEAL_AFTER_MS = 1_500
/** From the toss until the coin stands on its edge. */
const TENSE_AFTER_MS = 960

/** Plays the sounds of a toss; ends when the result may be shown. */
export function tossCoin(): Timeline {
  playSound('boing')
  return playTimeline(REVEAL_AFTER_MS, [
    { atMs: TENSE_AFTER_MS, act: () => playSound('ratchet') },
  ])
}

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

/** Heads: Bendy himself. */
function HeadsFace() {
  return (
    <>
      <Disc toy="sun" />
      <Bendy mood="win" className="coin-bendy" />
    </>
  )
}

/** Tails: the inflatable horse, walking away. */
function TailsFace() {
  return (
    <Disc toy="sky">
      <g
        stroke="var(--color-outline)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <g fill="var(--color-bubblegum-edge)">
          <path d="M66 130l-4 34q10 7 22 0l4-30z" />
          <path d="M134 130l4 34q-10 7-22 0l-4-30z" />
        </g>
        <g fill="var(--color-bubblegum)">
          <path d="M78 52l-9-22 20 12zM122 52l9-22-20 12z" />
          <circle cx="100" cy="62" r="26" />
          <path
            d="M92 34q8-10 16 0v34q-8 8-16 0z"
            fill="var(--color-sun)"
            strokeWidth="5"
          />
          <path d="M100 70c34-8 56 16 54 44-2 26-26 40-54 34-28 6-52-8-54-34-2-28 20-52 54-44z" />
        </g>
        <path d="M100 112v34" fill="none" />
        <path
          d="M100 82c-16 4-20 22-8 30s28 2 24 18-22 14-24 30c14 8 38 2 42-20 4-24-14-28-18-38s-4-18-16-20z"
          fill="var(--color-sun)"
        />
        <path d="M108 96c2 12 16 16 14 32" fill="none" strokeWidth="4" />
      </g>
    </Disc>
  )
}

/** Outline, edge, rubber, a rim pressed into it, and a streak of light. */
function Disc({ toy, children }: { toy: 'sun' | 'sky'; children?: ReactNode }) {
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className="coin-disc">
      <circle cx="100" cy="100" r="98" fill="var(--color-outline)" />
      <circle cx="100" cy="100" r="92" fill={`var(--color-${toy}-edge)`} />
      <circle cx="100" cy="98" r="89" fill={`var(--color-${toy})`} />
      <circle
        cx="100"
        cy="98"
        r="76"
        fill="none"
        stroke={`var(--color-${toy}-edge)`}
        strokeWidth="5"
        strokeDasharray="1 12"
        strokeLinecap="round"
      />
      <path
        d="M32 66a78 78 0 0 1 40-40"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.75"
        strokeWidth="8"
        strokeLinecap="round"
      />
      {children}
    </svg>
  )
}
