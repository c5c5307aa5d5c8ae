// Preloaded into a child with a channel to its parent: ends the child when the
// parent was killed.
process.on('disconnect', () => process.exit(1))

// The channel doesn't keep the process alive.
process.channel?.unref()
