/** Where browsers say that a module could not be fetched, they name it. */
const ADDRESS = /https?:\/\/\S+\.js/

let tries = 0

/**
 * Loads code, also after it could not be loaded once. Chromium keeps a failed
 * import for as long as the page lives, so the same code is asked for under
 * another address.
 *
 * @throws what the import did, where the code can not be had now.
 */
export async function importAgain<Module>(
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = ADDRESS.exec(String(error)) ?? []
    if (!address) throw error
    tries += 1
    return import(/* @vite-ignore */ `${address}?again=${tries}`)
  }
}
