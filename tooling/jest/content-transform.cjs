const { dirname, join, sep } = require('node:path');
const tsx = require('tsx/cjs/api');

const contentRootOf = (file) => {
  const parts = file.split(sep);
  return parts.slice(0, parts.lastIndexOf('content') + 1).join(sep);
};

/** Content as pages see it: checked, with pictures resolved. */
module.exports = {
  process(_source, filename) {
    const { resolveContent } = tsx.require('../src/content/resolve.ts', __filename);
    const root = contentRootOf(filename);
    const { schemas } = tsx.require(join(root, 'schema.ts'), __filename);
    const roots = [join(root, 'files'), join(dirname(dirname(__dirname)), 'shared-ui', 'pictures')];
    const { value } = resolveContent(filename, root, schemas, { roots, publicPath: '/' });
    return { code: `module.exports = { __esModule: true, default: ${JSON.stringify(value)} };` };
  },
};
