import webpack from 'webpack';

const { RuntimeGlobals } = webpack;

/** Where all chunks and styles of an app lie, below its public path. */
export const ASSETS = 'assets/';

/** A script or style that hangs is given up after so long. */
const TIMEOUT_MS = 15_000;

/** Name and digest of a chunk's script, then those of its styles; 0 for what it does not have. */
export type ChunkFiles = [script: string | 0, digest: string | 0, styles?: string, digest?: string];

interface LoaderNames {
  /** What stands for the table of {@link ChunkFiles} by the chunk's id. */
  table: string;
  /** The Trusted Types policy by which scripts are loaded. */
  policy: string;
  /** The global list to which chunks add themselves. */
  chunks: string;
}

/**
 * Loads an app's chunks and their styles in a browser, for the bundler's runtime. Each loads once, is held against its
 * promised bytes, and is loaded again when it did not come. Styles that the server has put into the page are there;
 * those that come later stand after them and win.
 */
export const chunkLoader = ({ table, policy, chunks }: LoaderNames): string => `
const files = ${JSON.stringify(table)};
const loading = {};
let policy;
const trusted = (url) => {
  if (!policy) {
    policy = { createScriptURL: (given) => given };
    try {
      policy = trustedTypes.createPolicy(${JSON.stringify(policy)}, policy);
    } catch {}
  }
  return policy.createScriptURL(url);
};
const load = (name, digest, isScript) => new Promise((resolve, reject) => {
  const url = ${RuntimeGlobals.publicPath} + ${JSON.stringify(ASSETS)} + name + (isScript ? ".js" : ".css");
  if (!isScript && document.querySelector('link[rel=stylesheet][href="' + url + '"]')) return resolve();
  const element = document.createElement(isScript ? "script" : "link");
  const timer = setTimeout(element.onerror = () => {
    clearTimeout(timer);
    element.remove();
    reject(Object.assign(Error("Loading " + url + " failed"), { name: "ChunkLoadError" }));
  }, ${TIMEOUT_MS});
  element.onload = () => {
    clearTimeout(timer);
    if (isScript) element.remove();
    resolve();
  };
  element.integrity = "sha256-" + digest;
  element.crossOrigin = "anonymous";
  if (isScript) element.src = trusted(url);
  else {
    element.rel = "stylesheet";
    element.href = url;
  }
  document.body.append(element);
});
${RuntimeGlobals.ensureChunkHandlers}.j = (id, promises) => {
  const [script, digest, styles, stylesDigest] = files[id] || [];
  promises.push(loading[id] ||= Promise.all([
    script && load(script, digest, true),
    styles && load(styles, stylesDigest)
  ]).catch((error) => {
    loading[id] = 0;
    throw error;
  }));
};
const chunks = globalThis[${JSON.stringify(chunks)}] ||= [];
const push = chunks.push.bind(chunks);
const add = (chunk) => Object.assign(${RuntimeGlobals.moduleFactories}, chunk[1]);
chunks.forEach(add);
chunks.push = (chunk) => {
  push(chunk);
  add(chunk);
};`;
