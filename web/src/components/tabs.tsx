import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { Region } from './region.tsx'

export interface Tab {
  value: string
  label: string
  content: ReactNode
}

interface TabsProps {
  /** Names the tabs for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The value of the one that is open at first; that of the first when left out. */
  first?: string
}

export function Tabs({ label, tabs, first }: TabsProps) {
  return (
    <Radix.Root defaultValue={first ?? tabs[0]?.value ?? ''}>
      <Radix.List aria-label={label} className="well flex gap-1 p-1">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="mt-5 rounded-toy"
        >
          <Region name={tab.label}>{tab.content}</Region>
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
