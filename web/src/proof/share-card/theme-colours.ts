/** A colour token of the theme that is on. */
export type Colour = (token: string) => string

export function themeColours(): Colour {
  const style = getComputedStyle(document.documentElement)
  return (token) => style.getPropertyValue(`--color-${token}`)
}
