// Ponder looks for its configuration in its own root folder.
import config from '../ponder.config.ts'

export default config
