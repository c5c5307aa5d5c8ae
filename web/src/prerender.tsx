import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app.tsx'

/**
 * The HTML that a browser shows of a path before any script has run.
 *
 * @param mayBeSignedIn false for visitors; true where it has to be requested
 *   who plays.
 */
export async function prerendered(
  path: string,
  mayBeSignedIn: boolean,
): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App mayBeSignedIn={mayBeSignedIn}>
        {(routes) => <StaticRouter location={path}>{routes}</StaticRouter>}
      </App>
    </StrictMode>,
    {
      // Larger parts would come as scripts, which the page's policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error
      },
    },
  )
  return new Response(prelude).text()
}
