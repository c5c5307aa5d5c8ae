/** `app/pages.ts` adds the paths of its pages; lib must not import app. */
export interface KnownPaths {
  /** The one page that stands for itself. */
  file: '/verify.html'
}

/** `/verify/:id` is linked to with any text for its parameter. */
type LinkTo<Path> = Path extends `${infer Start}:${string}`
  ? `${Start}${string}`
  : Path

/** Where links within the site may lead. */
export type PagePath = LinkTo<KnownPaths[keyof KnownPaths]>

/** Names a page's path, and does not compile where there is no such page. */
export function pagePath(path: PagePath): string {
  return path
}
