import type { CSSProperties } from 'react'
import type { Horse } from '#core/race/horses.ts'
import { type HorseMood, HorseSprite } from '../horse/horse-sprite.tsx'
import './runner.css'

interface RunnerProps {
  horse: Horse
  mood: HorseMood
  /** The player has a bet on it: it is lit. */
  isOwn: boolean
}

/** A horse in its lane, with what goes along with it. */
export function Runner({ horse, mood, isOwn }: RunnerProps) {
  const style = { '--coat': horse.color, '--lane': horse.id }
  return (
    <div
      data-runner
      data-mood={mood}
      data-own={isOwn || undefined}
      data-special={horse.isSpecial || undefined}
      className="race-runner"
      style={style as CSSProperties}
    >
      <div className="race-horse">
        <span className="race-shadow" />
        {mood === 'galloping' && <Dust />}
        <div className="race-body">
          <HorseSprite horse={horse.id} mood={mood} />
          <Crown />
        </div>
        {horse.isSpecial && <Sparkles />}
        {isOwn && <span className="race-own">Your bet</span>}
      </div>
    </div>
  )
}

const PUFFS = [0, 1, 2]

function Dust() {
  return PUFFS.map((puff) => (
    <span
      key={puff}
      className="race-dust"
      style={{ animationDelay: `${puff * -0.17}s` }}
    />
  ))
}

/** On whoever is in front. */
function Crown() {
  return (
    <svg viewBox="0 0 40 30" aria-hidden="true" className="race-crown">
      <path d="M4 26 L3 8 L13 15 L20 3 L27 15 L37 8 L36 26Z" />
    </svg>
  )
}

/** What shows from afar that this is no horse like the others. */
function Sparkles() {
  return (
    <svg viewBox="0 0 100 60" aria-hidden="true" className="race-sparkles">
      <path d="M20 8 q2 10 12 12 q-10 2 -12 12 q-2 -10 -12 -12 q10 -2 12 -12z" />
      <path d="M62 30 q1.500 7 8 8 q-6.500 1.500 -8 8 q-1.500 -6.500 -8 -8 q6.500 -1 8 -8z" />
    </svg>
  )
}
