const { transformSync } = require('esbuild');

/** Lets webpack and Rspack read this package's sources. */
module.exports = (source) => transformSync(source, { loader: 'ts', target: 'es2022' }).code;
