import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type FocusOrigins, useReturnFocus } from '../lib/use-return-focus.ts'
import { buttonClass } from './button-class.ts'
import { CloseIcon } from './close-icon.tsx'
import { escapeCloses } from './escape-closes.ts'
import { Region } from './region.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** More than a question: room to read, and a cross instead of answers. */
  wide?: boolean
  /** A cross beside the answers. */
  hasCross?: boolean
  /** Makes room for another dialog, and leaves the focus to it. */
  isAside?: boolean
  focusOrigins?: FocusOrigins
  children: ReactNode
}

/** A question in the middle of the screen. Load it lazily: it brings Radix along. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children } = props
  const { wide = false, hasCross = wide, isAside = false } = props
  const returnFocus = useReturnFocus({ isAside, kept: props.focusOrigins })
  return (
    <Radix.Root open={open && !isAside} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-outline/75 p-4">
          <Radix.Content
            {...returnFocus}
            onKeyDown={escapeCloses(onOpenChange)}
            className={classNames(
              'dialog rubber-card relative w-full',
              wide ? 'max-w-4xl p-5 sm:p-6' : 'max-w-md p-6',
            )}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className="flex items-center justify-between gap-4">
              <Radix.Title className="text-title">{title}</Radix.Title>
              {hasCross && (
                <Radix.Close
                  className={buttonClass('plain', 'small')}
                  aria-label="Close"
                >
                  <CloseIcon />
                </Radix.Close>
              )}
            </header>
            {description && (
              <Radix.Description className="wrap-anywhere mt-2 text-soft">
                {description}
              </Radix.Description>
            )}
            <div className="mt-5">
              <Region name="This dialog">{children}</Region>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
