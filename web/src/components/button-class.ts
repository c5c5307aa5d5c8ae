export type ButtonVariant = 'go' | 'action' | 'plain' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

/** The look of a button, also for links that act like one. */
export function buttonClass(
  variant: ButtonVariant = 'plain',
  size: ButtonSize = 'normal',
): string {
  return `toy toy-${variant} ${size === 'normal' ? '' : `toy-${size}`}`.trim()
}
