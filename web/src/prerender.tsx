import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app.tsx'

/**
 * Returns the HTML of a path that is shown before any script has run.
 *
 * @param mayBeSignedIn false for visitors; true if the player must be
 *   requested.
 */
export async function prerenderPage(
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
