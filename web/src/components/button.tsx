import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import {
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
} from './button-class.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Waiting for an answer: not to be pressed, but still in focus after it. */
  pending?: boolean
}

export function Button({
  variant,
  size,
  pending = false,
  disabled = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const keptFocus = useFocusKeptWhile(pending)
  return (
    <button
      {...keptFocus}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classNames(buttonClass(variant, size), className)}
      {...rest}
    />
  )
}

/** A browser takes the focus from a disabled button; keyboard players get it back. */
function useFocusKeptWhile(pending: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!pending && hadFocus.current && nothingHasFocus()) {
      button.current?.focus()
    }
  }, [pending])
  return {
    ref: button,
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: () => {
      hadFocus.current = false
    },
  }
}

function nothingHasFocus(): boolean {
  return document.activeElement === document.body
}
