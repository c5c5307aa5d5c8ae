import type { CSSProperties, ReactNode } from 'react'
import { ShieldIcon } from './shield-icon.tsx'
import './check-list.css'

/** Something that this browser checks by itself; a note is what it can't. */
export interface Check {
  state: 'waiting' | 'held' | 'note' | 'broken'
  title: string
  text: ReactNode
}

const STATES = {
  waiting: { mark: 'none', colour: 'text-raised', word: 'Being checked' },
  held: { mark: 'check', colour: 'text-lime', word: 'Holds' },
  note: { mark: 'dash', colour: 'text-sun', word: 'Note' },
  broken: { mark: 'cross', colour: 'text-bubblegum', word: 'Broken' },
} as const

/** Lights up each check once it is done. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul>
      {checks.map(({ state, title, text }, at) => (
        <li
          key={title}
          className="check-row"
          data-state={state}
          style={{ '--at': at } as CSSProperties}
        >
          <ShieldIcon
            mark={STATES[state].mark}
            className={STATES[state].colour}
          />
          <div className="min-w-0">
            <h3 className="text-lead">
              <span className="sr-only">{STATES[state].word}: </span>
              {title}
            </h3>
            <div className="text-soft wrap-anywhere">{text}</div>
          </div>
        </li>
      ))}
    </ul>
  )
}
