import * as Radix from '@radix-ui/react-dialog'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type FocusOrigins, useReturnFocus } from '../lib/use-return-focus.ts'
import { buttonClass } from './button-class.ts'
import close from './close.svg?raw'
import { Picture } from './picture.tsx'
import { Region } from './region.tsx'

export type DialogState = {
  open: boolean
  onOpenChange: (open: boolean) => void
}

type DialogProps = DialogState & {
  title: string
  description?: string
  /** A larger dialog, with a close button instead of answers. */
  wide?: boolean
  /** Adds a close button to the answers. */
  hasCross?: boolean
  /** Closed in favour of another dialog, which takes the focus. */
  isHidden?: boolean
  focusOrigins?: FocusOrigins
  children: ReactNode
}

/** A centred dialog. Load it lazily: it imports Radix. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children } = props
  const { wide = false, hasCross = wide, isHidden = false } = props
  const returnFocus = useReturnFocus({ isHidden, kept: props.focusOrigins })
  return (
    <Radix.Root open={open && !isHidden} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay className="grid place-items-center overflow-y-auto p-4">
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
              {hasCross && <Cross />}
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
        </Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DrawerProps = DialogState & {
  title: string
  footer?: ReactNode
  children: ReactNode
}

/** A sheet from the right edge. Load it lazily: it imports Radix. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, title, footer, children } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay />
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
            <Cross />
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

function Overlay({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <Radix.Overlay
      className={classNames(
        'overlay fixed inset-0 z-40 bg-outline/75',
        className,
      )}
      {...rest}
    />
  )
}

function Cross() {
  return (
    <Radix.Close className={buttonClass('plain', 'small')} aria-label="Close">
      <Picture svg={close} />
    </Radix.Close>
  )
}

/** Closes on Escape even while a toast is shown, which Radix would close first. */
function escapeCloses(onOpenChange: (open: boolean) => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onOpenChange(false)
  }
}
