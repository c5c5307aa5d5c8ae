import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Bendy, type Mood } from '../../components/bendy.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { pagePath } from '../../lib/page-path.ts'
import { playSound } from '../../lib/sound.ts'
import { AS_NEWCOMER } from '../../session/return-path.ts'
import { FREE_FLIP } from './free-flip.tsx'

/** Bendy tenses when you are about to go, and jumps when you poke him. */
export function Hero() {
  const [mood, setMood] = useState<Mood>('idle')
  const tense = () => setMood('tense')
  const relax = () => setMood('idle')
  return (
    <section className="hero">
      <div className="hero-words">
        <h1 className="text-hero">
          <StretchedWords lines={['Stretch', 'your luck']} />
        </h1>
        <p className="max-w-[30rem] text-lead font-semibold">
          The play-money casino made of rubber. Start with 1,000 coins, and let
          your own browser check every round.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Link
            to={firstGamePath}
            state={AS_NEWCOMER}
            className={buttonClass('go', 'large')}
            onPointerEnter={tense}
            onPointerLeave={relax}
            onFocus={tense}
            onBlur={relax}
          >
            Get Bendy!
          </Link>
          <a
            href={`#${FREE_FLIP}`}
            className="text-link inline-flex min-h-11 items-center"
          >
            Flip a coin first
          </a>
          <Link
            to={pagePath('/pokey')}
            className="text-link inline-flex min-h-11 items-center"
          >
            Watch the race
          </Link>
        </div>
      </div>
      <HeroBendy
        mood={mood}
        onRelax={relax}
        onPoke={() => {
          playSound('boing')
          setMood('win')
        }}
      />
    </section>
  )
}

type HeroBendyProps = {
  mood: Mood
  onPoke: () => void
  onRelax: () => void
}

const pinkUnder = 'M74 126 C 74 96, 10 30, -90 4 S -600 -16, -2000 0'
const pinkOver = 'M74 122 V 126 C 74 158, 0 208, -110 226 S -700 236, -2000 220'
const blueUnder = 'M126 126 C 126 160, 190 208, 300 210 S 900 190, 2000 230'
const blueOver = 'M126 130 V 126 C 126 98, 190 88, 290 40 S 700 0, 2000 20'

/** Bendy in a tug of war: one band pulls from each side, both hooked through him. */
function HeroBendy({ mood, onPoke, onRelax }: HeroBendyProps) {
  return (
    <button
      type="button"
      aria-label="Poke Bendy"
      className="hero-bendy"
      data-mood={mood}
      onClick={onPoke}
      onPointerLeave={onRelax}
      onBlur={onRelax}
    >
      <Bands colour="bubblegum" d={pinkUnder} />
      <Bands colour="sky" d={blueUnder} />
      <Bendy mood={mood} className="relative w-full" />
      <Bands colour="bubblegum" d={pinkOver} />
      <Bands colour="sky" d={blueOver} />
    </button>
  )
}

function Bands({ colour, d }: { colour: string; d: string }) {
  return (
    <svg
      viewBox="0 0 200 224"
      aria-hidden="true"
      className={`hero-band hero-band-${colour}`}
    >
      <g fill="none">
        <path d={d} stroke="var(--color-outline)" strokeWidth="18" />
        <path d={d} stroke={`var(--color-${colour}-edge)`} strokeWidth="13" />
        <path
          d={d}
          stroke={`var(--color-${colour})`}
          strokeWidth="9.5"
          strokeLinecap="square"
          transform="translate(0 -1.2)"
        />
        <path
          d={d}
          stroke="var(--color-shine)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeDasharray="4000"
          strokeDashoffset="-40"
          transform="translate(0 -4)"
        />
      </g>
    </svg>
  )
}

/** Large stretched letters; screen readers get plain words. */
function StretchedWords({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <span className="sr-only">{lines.join(' ')}</span>
      <span aria-hidden="true" className="stretched">
        {lines.map((line) => (
          <span key={line} className="stretched-line">
            {splitLetters(line).map(({ letter, place }) => (
              <span key={place} className="stretched-letter">
                {letter}
              </span>
            ))}
          </span>
        ))}
      </span>
    </>
  )
}

function splitLetters(line: string) {
  return [...line].map((letter, place) => ({ letter, place }))
}
