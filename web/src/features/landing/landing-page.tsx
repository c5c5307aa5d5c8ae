import { Cards } from './cards.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { siteFacts } from './site-facts.ts'

export function LandingPage() {
  return (
    <>
      <Hero />
      <Cards />
      <Footer facts={siteFacts} />
    </>
  )
}
