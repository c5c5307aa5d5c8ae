/**
 * Has the browser show our own note where a page can not be fetched. Without
 * it, or where storage is forbidden, the browser shows its own.
 */
export function registerOfflineNote(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker
      .register('/offline-worker.js', { updateViaCache: 'none' })
      .catch(() => undefined)
  })
}
