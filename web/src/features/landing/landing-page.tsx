import { usePageTitle } from '../../lib/use-page-title.ts'
import { Cards } from './cards.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { siteFacts } from './site-facts.ts'

export function LandingPage() {
  usePageTitle()
  return (
    <>
      <Hero />
      <Cards />
      <Footer facts={siteFacts} />
    </>
  )
}
