/** `app/pages.ts` adds the paths of its pages; lib must not import app. */
// biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
export interface KnownPaths {
  /** Not part of the app. */
  file: '/verify.html'
}

/** Allows any text for a parameter, as in `/verify/:id`. */
type LinkTo<Path> = Path extends `${infer Start}:${string}`
  ? `${Start}${string}`
  : Path

export type PagePath = LinkTo<KnownPaths[keyof KnownPaths]>

/** Returns the path; compiles only for existing pages. */
export function pagePath(path: PagePath): string {
  return path
}
