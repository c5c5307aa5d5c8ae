import { Cards } from './cards.tsx'
import { Footer } from './footer.tsx'
import { FreeFlip } from './free-flip.tsx'
import { Hero } from './hero.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <FreeFlip />
      <MoreToSee />
    </>
  )
}

/** Sections besides the games. */
export function MoreToSee() {
  return (
    <>
      <Cards />
      <Footer />
    </>
  )
}
