import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../lib/error-message.ts'
import { formatRowTime } from '../lib/format.ts'
import { noticeText, securityQuery } from '../session/security-notices.ts'

/** Lists recent changes to the sign-in methods. */
export function SecurityList({ player }: { player: string }) {
  const { data, error } = useQuery(securityQuery(player))
  return (
    <section aria-labelledby="security" className="grid gap-3">
      <h3 id="security" className="text-lead">
        Security notices
      </h3>
      {error && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {errorMessage(error)}
        </p>
      )}
      {data?.length === 0 && (
        <p className="text-soft">
          You have not changed your password or linked a wallet.
        </p>
      )}
      <ul className="grid gap-2">
        {data?.map((notice) => (
          <li
            key={notice.id}
            className="flex flex-wrap justify-between gap-x-4"
          >
            <span>{noticeText(notice)}</span>
            <time dateTime={notice.at} className="text-soft">
              {formatRowTime(notice.at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
