import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Bendy } from '../components/bendy.tsx'
import { buttonClass } from '../components/button-class.ts'
import { Chapters, Facts, InfoPage } from '../components/info-page.tsx'
import { Picture } from '../components/picture.tsx'
import { pagePath } from '../lib/page-path.ts'
import gumby from './art/gumby.svg?raw'
import paper from './art/paper.svg?raw'
import { parsedText } from './parsed-text.ts'
import gumbyWhitepaper from './texts/gumby-whitepaper.md?raw'
import pokeyWhitepaper from './texts/pokey-whitepaper.md?raw'
import privacy from './texts/privacy.md?raw'
import terms from './texts/terms.md?raw'
import whitepaper from './texts/whitepaper.md?raw'

type TextPageProps = {
  text: string
  colour: string
  art: ReactNode
  note?: ReactNode
  link?: { to: string; label: string; variant: 'plain' | 'action' }
}

function TextPage({ text, note, link, ...head }: TextPageProps) {
  const { title, lead, facts, chapters } = parsedText(text)
  return (
    <InfoPage title={title} lead={lead} {...head}>
      {note}
      {Object.keys(facts).length > 0 && <Facts facts={facts} />}
      <Chapters chapters={chapters} />
      {link && (
        <Link
          to={link.to}
          className={`${buttonClass(link.variant)} justify-self-start`}
        >
          {link.label}
        </Link>
      )}
    </InfoPage>
  )
}

/** /whitepaper: the plan for the token on Polygon. */
export const WhitepaperPage = () => (
  <TextPage
    text={whitepaper}
    colour="bg-tangerine"
    art={<Picture svg={gumby} />}
    link={{
      to: pagePath('/tokenomics'),
      label: 'See the tokenomics',
      variant: 'plain',
    }}
  />
)

/** /pokeywhitepaper; the app passes the horse of the races. */
export const PokeyWhitepaper = ({ art }: { art: ReactNode }) => (
  <TextPage
    text={pokeyWhitepaper}
    colour="bg-sun"
    art={art}
    link={{
      to: pagePath('/pokey'),
      label: 'Go to the race',
      variant: 'action',
    }}
  />
)

/** /gumbywhitepaper: an earlier plan for the token. */
export const GumbyWhitepaperPage = () => (
  <TextPage
    text={gumbyWhitepaper}
    colour="bg-sky"
    art={<Picture svg={paper} />}
    note={
      <p className="note-sticker">
        <b>This is an earlier plan.</b>
        <span>
          Its figures are out of date. The current ones are on the{' '}
          <Link to={pagePath('/tokenomics')}>tokenomics page</Link>, and the
          launch on Solana is on{' '}
          <Link to={pagePath('/GumbyonSOL')}>Gumby on SOL</Link>.
        </span>
      </p>
    }
  />
)

const bendy = <Bendy className="mx-auto w-36" />

/** /terms */
export const TermsPage = () => (
  <TextPage text={terms} colour="bg-sun" art={bendy} />
)

/** /privacy */
export const PrivacyPage = () => (
  <TextPage text={privacy} colour="bg-sky" art={bendy} />
)
