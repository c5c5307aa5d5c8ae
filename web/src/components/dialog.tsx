import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useReturnFocus } from '../lib/use-return-focus.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children: ReactNode
}

/** A question in the middle of the screen. Load it lazily: it brings Radix along. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-outline/75 p-4">
          <Radix.Content
            {...returnFocus}
            className="dialog rubber-card relative w-full max-w-md p-6"
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Radix.Title className="text-title">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-2 text-soft">
                {description}
              </Radix.Description>
            )}
            <div className="mt-5">{children}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
