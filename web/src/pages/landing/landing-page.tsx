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

/** What there is beside the games. */
export function MoreToSee() {
  return (
    <>
      <Cards />
      <Footer />
    </>
  )
}
