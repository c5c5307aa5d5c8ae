import type { ComponentProps } from 'react'

type ChipProps = ComponentProps<'button'> & {
  pressed: boolean
}

/** A pill that is pressed or not: one choice of several. */
export function Chip({ pressed, ...button }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className="min-h-10 flex-none whitespace-nowrap rounded-pill border-2 border-outline bg-raised px-3 font-display font-medium aria-pressed:bg-sun aria-pressed:text-on-toy"
      {...button}
    />
  )
}
