import { Link } from 'react-router-dom'
import { buttonClass } from '../components/button-class.ts'
import { Notice } from '../components/notice.tsx'
import { pagePath } from '../lib/page-path.ts'

export function NotFoundPage() {
  return (
    <Notice mood="lost" title="404 Page Not Found">
      <p className="text-soft">Did you forget to add the page to the router?</p>
      <Link to={pagePath('/')} className={buttonClass('go')}>
        Back home
      </Link>
    </Notice>
  )
}
