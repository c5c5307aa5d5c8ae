import { classNames } from '../lib/class-names.ts'

export type ButtonVariant = 'go' | 'action' | 'plain' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

const toyOf: Record<ButtonVariant, string> = {
  go: 'toy-go',
  action: 'toy-action',
  plain: 'toy-plain',
  danger: 'toy-danger',
}

/** The look of a button, also for links that act like one. */
export function buttonClass(
  variant: ButtonVariant = 'plain',
  size: ButtonSize = 'normal',
): string {
  return classNames(
    'toy',
    toyOf[variant],
    size === 'large' && 'toy-large',
    size === 'small' && 'toy-small',
  )
}
