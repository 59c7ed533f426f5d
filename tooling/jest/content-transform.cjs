const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join, sep } = require('node:path');
const tsx = require('tsx/cjs/api');

const contentRootOf = (file) => {
  const parts = file.split(sep);
  return parts.slice(0, parts.lastIndexOf('content') + 1).join(sep);
};

/** Content as pages see it: checked, with pictures resolved. */
module.exports = {
  /** What comes of a content file depends on its schema, too. */
  getCacheKey(source, filename, { configString }) {
    const root = contentRootOf(filename);
    const checks = readdirSync(root).filter((name) => name.endsWith('.ts'));
    const hash = createHash('sha256').update(configString).update(filename).update(source);
    for (const name of checks) hash.update(readFileSync(join(root, name)));
    return hash.digest('hex');
  },

  process(_source, filename) {
    const { resolveContent } = tsx.require('../src/content/resolve.ts', __filename);
    const root = contentRootOf(filename);
    const { schemas } = tsx.require(join(root, 'schema.ts'), __filename);
    const roots = [join(root, 'files'), join(dirname(dirname(__dirname)), 'shared-ui', 'pictures')];
    const { value } = resolveContent(filename, root, schemas, { roots, publicPath: '/' });
    // Jest parses what comes of a .json file as JSON.
    return { code: JSON.stringify(value) };
  },
};
