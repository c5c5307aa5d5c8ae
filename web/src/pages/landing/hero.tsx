import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Mood } from '../../components/bendy.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { pagePath } from '../../lib/page-path.ts'
import { playSound } from '../../lib/sound.ts'
import { AS_NEWCOMER } from '../../session/return-path.ts'
import { FREE_FLIP } from './free-flip.tsx'
import { HeroBendy } from './hero-bendy.tsx'
import { StretchedWords } from './stretched-words.tsx'

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
          The play-money casino made of rubber. 1,000 coins to start with, and
          your own browser checks every round.
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
