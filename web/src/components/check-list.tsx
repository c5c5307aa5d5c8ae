import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { ShieldIcon } from './shield-icon.tsx'

/** A check that this browser makes; a note states one that it can't make. */
export type Check = {
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
          className="flex gap-3.5 border-outline border-t-2 px-5 py-3"
          style={{ '--at': at } as CSSProperties}
        >
          <ShieldIcon
            mark={STATES[state].mark}
            className={classNames(
              STATES[state].colour,
              // Staggered in reading order.
              state !== 'waiting' &&
                'motion-safe:animate-[check-lit_300ms_var(--ease-spring)_backwards] motion-safe:[animation-delay:calc(var(--at)*150ms)]',
            )}
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
