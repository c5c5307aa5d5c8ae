import { siteLinks } from '../../domain/site/site-links.ts'
import { Cards } from './cards.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <Cards />
      <Footer links={siteLinks} />
    </>
  )
}
