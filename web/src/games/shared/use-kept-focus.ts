import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps keyboard focus in a group whose buttons change with its content. The
 * group itself gets it, so that the key that skips can't press another button.
 */
export function useKeptFocus<E extends HTMLElement>(content: unknown) {
  const group = useRef<E>(null)
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts when the content changes
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      group.current?.focus({ preventScroll: true })
    }
  }, [content])
  return {
    ref: group,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A removed button leaves no element focused.
      if (relatedTarget) hadFocus.current = false
    },
  }
}
