const { transformSync } = require('esbuild');

/** Removes types, so that webpack and Rspack read this package's sources. */
module.exports = (source) => transformSync(source, { loader: 'ts', target: 'es2022' }).code;
