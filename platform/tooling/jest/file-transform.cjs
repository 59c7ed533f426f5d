/** An imported file is its address; that of no build, but the same each time. */
module.exports = { process: () => ({ code: 'module.exports = "/file";' }) };
