import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../../components/button-class.ts'
import {
  type Chapter,
  Chapters,
  Facts,
  InfoPage,
} from '../../../components/info-page.tsx'
import { pagePath } from '../../../lib/page-path.ts'

const facts = [
  { name: 'Status', value: 'Not launched' },
  { name: 'Coming to', value: 'Solana' },
]

const chapters: readonly Chapter[] = [
  {
    title: 'Launch status',
    points: [
      'Pokey has not launched: nobody can sell you one yet.',
      'It is coming to Solana, on a launchpad.',
    ],
  },
  {
    title: 'Utility',
    points: [
      'The token of the horse race and its inflatable star.',
      'Test tokens of the same name already buy play coins here.',
    ],
  },
  {
    title: 'Integration',
    points: [
      'Horse 1 of every race runs for Pokey.',
      'One family with Gumby: one casino, one account, one set of proofs.',
    ],
  },
]

/** What /pokeywhitepaper says; the horse comes from the races. */
export function PokeyWhitepaper({ art }: { art: ReactNode }) {
  return (
    <InfoPage
      title="Pokey Whitepaper"
      colour="bg-sun"
      art={art}
      lead="The plan for the inflatable racer, in three short stretches."
    >
      <Facts facts={facts} />
      <Chapters chapters={chapters} />
      <Link
        to={pagePath('/pokey')}
        className={`${buttonClass('action')} justify-self-start`}
      >
        To the race
      </Link>
    </InfoPage>
  )
}
