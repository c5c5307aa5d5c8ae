import { Fragment } from 'react'
import { MINUTE_MS } from '#core/durations.ts'
import {
  CONFIRM_WITHIN,
  OVERROUND,
  PRICES_FRESH_MS,
  START_WITHIN_MS,
} from '#core/sports/terms.ts'
import { Card } from '../components/card.tsx'
import { pagePath } from '../lib/page-path.ts'
import { SeasonSeeds } from './shared/season-seeds.tsx'
import rules from './sports-rules.md?raw'

/** Values of the text's placeholders. */
const values: Readonly<Record<string, number | string>> = {
  freshMinutes: PRICES_FRESH_MS.pregame / MINUTE_MS,
  freshSeconds: PRICES_FRESH_MS.live / 1_000,
  startHours: START_WITHIN_MS / (60 * MINUTE_MS),
  confirmPercent: CONFIRM_WITHIN * 100,
  overround: (OVERROUND * 100).toFixed(1),
  returned: (100 / (1 + OVERROUND)).toFixed(1),
}

const [[title, lead] = [], ...chapters] = rules
  .replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces))
  .split(/^#+ /m)
  .slice(1)
  .map((chapter) => chapter.trim().split('\n\n'))

/** /sports/rules, for everyone: the same rules as docs/rules.md. */
export function SportsRulesPage() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5">
      <header>
        <h1 className="text-display">{title}</h1>
        <p className="mt-2 text-soft">
          {lead} <a href={pagePath('/sports/games')}>See the games</a>
        </p>
      </header>
      {chapters.map(([heading, ...blocks]) => (
        <Card key={heading}>
          <h2 className="text-title">{heading}</h2>
          <div className="mt-3 grid gap-3">
            {blocks.map((block) => (
              <Block key={block} block={block} />
            ))}
          </div>
        </Card>
      ))}
    </div>
  )
}

/** Renders a list, a table of terms, the seeds, or a paragraph. */
function Block({ block }: { block: string }) {
  if (block === '{seeds}') {
    return (
      <div className="text-soft">
        <SeasonSeeds />
      </div>
    )
  }
  if (block.startsWith('- ')) {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        {block.split('\n').map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    )
  }
  if (!block.startsWith('| ')) return <p>{block}</p>
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr] [&>dt]:font-bold">
      {[...block.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, term, text]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
