import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place where a group's buttons change with its content:
 * the group itself gets the focus, so that no press meets another button.
 */
export function useGroupFocus(content: unknown) {
  const group = useRef<HTMLFieldSetElement>(null)
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it acts when the content changes
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
      // A button that goes leaves the focus to nobody.
      if (relatedTarget) hadFocus.current = false
    },
  }
}
