// Loaded first into a child that has a channel to its parent: a parent that
// was killed can't stop it any more, so the child ends by itself.
process.on('disconnect', () => process.exit(1))

// The channel alone is no reason to live on.
process.channel?.unref()
