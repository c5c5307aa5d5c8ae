import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useReturnFocus } from '../lib/use-return-focus.ts'
import { buttonClass } from './button-class.ts'
import { CloseIcon } from './close-icon.tsx'
import { escapeCloses } from './escape-closes.ts'
import { Region } from './region.tsx'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  footer?: ReactNode
  children: ReactNode
}

/** A sheet from the right edge. Load it lazily: it brings Radix along. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, title, footer, children } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-outline/75" />
        <Radix.Content
          {...returnFocus}
          onKeyDown={escapeCloses(onOpenChange)}
          aria-describedby={undefined}
          className="drawer fixed inset-y-0 right-0 z-40 flex w-full max-w-lg flex-col border-outline border-l-3 bg-panel sm:rounded-l-card"
        >
          <header className="flex items-center justify-between gap-4 px-5 py-4">
            <Radix.Title className="text-title max-sm:text-lead">
              {title}
            </Radix.Title>
            <Radix.Close
              className={buttonClass('plain', 'small')}
              aria-label="Close"
            >
              <CloseIcon />
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
            <Region name="This drawer">{children}</Region>
          </div>
          {footer && (
            <footer className="px-5 py-2 text-small text-soft">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
