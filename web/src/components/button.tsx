import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import {
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
} from './button-class.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Waiting for a response: can't be pressed, but regains the focus afterwards. */
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
  const button = useFocusKeptWhile(disabled || pending)
  return (
    <button
      ref={button}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classNames(buttonClass(variant, size), className)}
      {...rest}
    />
  )
}

/** Restores the focus, which browsers take from a disabled button. */
function useFocusKeptWhile(isDisabled: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isDisabled) hadFocus.current = focused === button.current
    else if (hadFocus.current && focused === document.body) {
      button.current?.focus()
    }
  }, [isDisabled])
  return button
}
