/**
 * Draws an SVG file inline, so that the theme's colours and our styles reach it.
 *
 * @property svg content of the file, imported with `?raw`.
 */
export function Picture({ svg }: { svg: string }) {
  return (
    <span
      className="contents"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this repository
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
