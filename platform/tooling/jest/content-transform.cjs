const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const tsx = require('tsx/cjs/api');

const isSources = existsSync(join(__dirname, '../src'));
/** Loads a module of this package: its source, or its compiled form where the package is installed. */
const own = (path) => tsx.require(isSources ? `../src/${path}.ts` : `../dist/${path}.js`, __filename);

const { atSite } = own('site/definition');
const { contentRootOf, contentSources, readFacts, resolveContent } = own('content/resolve');

const sources = contentSources(tsx.require(atSite('site.ts'), __filename).default);

/** Transforms content as the build does: validated, with pictures resolved. */
module.exports = {
  /** The result also depends on the schema and the facts. */
  getCacheKey(source, filename, { configString }) {
    const root = contentRootOf(filename);
    const checks = readdirSync(root).filter((name) => name.endsWith('.ts'));
    const hash = createHash('sha256').update(configString).update(filename).update(source);
    for (const name of checks) hash.update(readFileSync(join(root, name)));
    hash.update(JSON.stringify(readFacts(sources)));
    return hash.digest('hex');
  },

  process(_source, filename) {
    const { schemas } = tsx.require(join(contentRootOf(filename), 'schema.ts'), __filename);
    const { value } = resolveContent(filename, schemas, '/', sources);
    // Jest parses the result for a .json file as JSON.
    return { code: JSON.stringify(value) };
  },
};
