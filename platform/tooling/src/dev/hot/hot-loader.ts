import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { type ModuleItem, parseSync } from '@swc/core';
import type { LoaderContext } from 'webpack';
import { codeFile } from '../../paths';

/*
 * Wraps a remote's modules in development. Wrappers replace `app.tsx` and `page.tsx` and import the originals by a
 * query, so that the wrapper stays when they change. `standalone.tsx` runs again after a change of a page or scenario.
 */

/** Modules whose components React swaps, including those imported by a query. */
export const SWAPPED = /\.[cm]?[jt]sx?(\?own)?$/;

const SWAPPABLE = JSON.stringify(codeFile(import.meta.url, './swappable'));
const REFRESH = JSON.stringify(createRequire(import.meta.url).resolve('react-refresh/runtime'));

export function pitch(this: LoaderContext<object>): string | undefined {
  const file = basename(this.resourcePath);
  if (this.resourceQuery || file === 'standalone.tsx') return undefined;
  return file === 'page.tsx' ? hotPage(this.resourcePath) : hotApp;
}

/** Returns the module with its wrapper; a page also exports its source. */
export default function hotLoader(this: LoaderContext<object>, source: string): string {
  if (this.resourceQuery) return `${source}\nexport const source = ${JSON.stringify(source)};\n`;
  return `${source}\nimport.meta.webpackHot?.accept();\n`;
}

/** Wrapper of `app.tsx`: a change of it or its imports remounts the remote in the open page. */
const hotApp = `import * as own from './app.tsx?own';
import { swappable } from ${SWAPPABLE};
export * from './app.tsx?own';
const app = swappable(() => own);
export const { mount, unmount } = app;
import.meta.webpackHot?.accept('./app.tsx?own', app.swap);
`;

/**
 * Wrapper of `page.tsx`. If only components changed, React swaps them with their state. After other changes, or when a
 * component has thrown, the remote is remounted, because the page's data may differ.
 */
const hotPage = (path: string): string => `import * as own from './page.tsx?own';
import { performReactRefresh, register } from ${REFRESH};
import { isGone } from ${SWAPPABLE};
export * from './page.tsx?own';
export const { page } = own;
export const rest = ${JSON.stringify(besidesComponents(readFileSync(path, 'utf8')))};
let { source } = own;
register(page?.Page, ${JSON.stringify(path)});
import.meta.webpackHot?.accept('./page.tsx?own', () => {
  const isOther = isGone() || own.source === source || String(own.page?.load) !== String(page?.load);
  if (isOther) return import.meta.webpackHot.invalidate();
  source = own.source;
  register(own.page?.Page, ${JSON.stringify(path)});
  Object.assign(page, own.page);
  performReactRefresh();
});
`;

const isComponentName = (name: string): boolean => /^[A-Z]\w*[a-z]/.test(name);

/** Whether a statement declares a component, or imports from React. */
function isOfComponents(item: ModuleItem): boolean {
  if (item.type === 'ImportDeclaration') return item.source.value === 'react';
  const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
  if (declared.type === 'FunctionDeclaration') return isComponentName(declared.identifier.value);
  const names = declared.type === 'VariableDeclaration' ? declared.declarations.map(({ id }) => id) : [];
  return names.length > 0 && names.every((id) => id.type === 'Identifier' && isComponentName(id.value));
}

/** Returns a module's source without its components and formatting: equal for two versions that differ only in these. */
export function besidesComponents(source: string): string {
  try {
    const { body } = parseSync(source, { syntax: 'typescript', tsx: true });
    const rest = body.filter((item) => !isOfComponents(item));
    const text = JSON.stringify(rest, (key, value) => (key === 'span' || value?.key?.value === 'Page' ? null : value));
    return createHash('sha256').update(text).digest('base64');
  } catch {
    // The build reports syntax errors with their line.
    return source;
  }
}
