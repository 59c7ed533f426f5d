import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { EVENT_NAME } from '@wholepage/contracts/events';
import type { ReleaseUses } from '@wholepage/contracts/release';

interface SyntaxNode {
  type?: string;
  [key: string]: unknown;
}

const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$|\.d\.ts$/;
const PLACES = 'RemoteFragment';
const HEARS = 'subscribe';

const textOf = (node: unknown): string | undefined => {
  const { type, value, expression } = (node ?? {}) as SyntaxNode;
  if (type === 'StringLiteral') return String(value);
  return type === 'JSXExpressionContainer' ? textOf(expression) : undefined;
};

/** `<RemoteFragment of="news" name="latest" />` → `news/latest` */
function placed({ name, attributes }: SyntaxNode): string | undefined {
  if ((name as SyntaxNode)['value'] !== PLACES) return undefined;
  const given = new Map(
    (attributes as SyntaxNode[]).map((one) => [
      (one['name'] as SyntaxNode | undefined)?.['value'],
      textOf(one['value']),
    ]),
  );
  const [of, fragment] = [given.get('of'), given.get('name')];
  return of && fragment ? `${of}/${fragment}` : undefined;
}

/** `….subscribe('checkout:cart-changed', …)` → `checkout:cart-changed` */
function heard({ callee, arguments: given }: SyntaxNode): string | undefined {
  const { type, property } = callee as SyntaxNode;
  if (type !== 'MemberExpression' || (property as SyntaxNode)['value'] !== HEARS) return undefined;
  const name = textOf((given as { expression: unknown }[])[0]?.expression);
  return name && EVENT_NAME.test(name) ? name : undefined;
}

function collect(node: unknown, uses: { fragments: Set<string>; events: Set<string> }): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) collect(one, uses);
    return;
  }
  const syntax = node as SyntaxNode;
  const fragment = syntax.type === 'JSXOpeningElement' ? placed(syntax) : undefined;
  const event = syntax.type === 'CallExpression' ? heard(syntax) : undefined;
  if (fragment) uses.fragments.add(fragment);
  if (event) uses.events.add(event);
  for (const value of Object.values(syntax)) collect(value, uses);
}

const APART = new Set(['node_modules', 'dist', 'test', 'tests']);

/** Sources below a folder, those of tests and of packages left out. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !APART.has(name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return sourcesIn(join(folder, entry.name)).map((file) => join(entry.name, file));
      return SOURCE.test(entry.name) && !TEST.test(entry.name) ? [entry.name] : [];
    });

/**
 * What of other apps an app's sources name: fragments that they place, events that they subscribe to. A name that is put
 * together at run time is not found.
 * @param folder with the app's sources
 */
export function usesIn(folder: string): ReleaseUses {
  const uses = { fragments: new Set<string>(), events: new Set<string>() };
  for (const file of sourcesIn(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(PLACES) && !text.includes(HEARS)) continue;
    collect(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body, uses);
  }
  return { fragments: [...uses.fragments].sort(), events: [...uses.events].sort() };
}
