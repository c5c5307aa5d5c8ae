import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Region } from './region.tsx'

export type Tab = {
  value: string
  label: string
  disabled?: boolean
  content: ReactNode
}

type TabsProps = {
  /** Names the tabs for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The value of the tab that is open at first; the first one by default. */
  first?: string
  onOpen?: (value: string) => void
  className?: string
}

/** Tabs of the WAI-ARIA pattern: arrow keys, Home and End change the tab. */
export function Tabs(props: TabsProps) {
  const { label, tabs, first, onOpen, className } = props
  const id = useId()
  const [value, setValue] = useState(first)
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0]
  if (!shown) return null
  const open = (tab: Tab) => {
    if (tab === shown) return
    setValue(tab.value)
    onOpen?.(tab.value)
  }
  return (
    <div className={classNames('tabs', className)}>
      <div
        role="tablist"
        aria-label={label}
        className="well"
        onKeyDown={focusTab}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            disabled={tab.disabled}
            className="tab"
            onFocus={() => open(tab)}
            onClick={() => open(tab)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={shown.value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: required by the WAI-ARIA tabs pattern
        tabIndex={0}
        className="rounded-toy"
      >
        <Region name={shown.label}>{shown.content}</Region>
      </div>
    </div>
  )
}

function focusTab(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  const tabs = Array.from(
    currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:enabled'),
  )
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key]
  if (to === undefined) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
