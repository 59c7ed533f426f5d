/** Checks of the bundler's inputs: secrets and licences that may not be shipped. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildInputs } from '../../build/reuse/reuse';
import { foldersFrom, type PackageJson, ROOT, readPackage } from '../../paths';
import type { Check, Fault, GateContext } from '../check';

const secretFaults = (where: string, text: string): Fault[] =>
  [...secretsIn(text), ...secretLiterals(text, where.endsWith('.txt'))].map((secret) => ({
    where,
    what: `It holds what looks like ${secret}.`,
    todo: 'Take it out of the sources, and replace the key: it counts as known.',
  }));

export const secrets: Check = {
  name: 'secrets',
  holds: 'no key or password is in the files, comments and licences included',
  async *run(context) {
    // A minifier keeps a value and drops its name: the sources have both.
    for await (const [where, text] of textsOf(context, /\.(m?js|css|json|svg|txt|html)$/))
      yield* secretFaults(where, text);
  },
};

/** Yields path and text of the release's files with these endings, and of the sources that the bundler read. */
async function* textsOf({ candidate, sources }: GateContext, endings: RegExp): AsyncGenerator<[string, string]> {
  for (const file of Object.keys(candidate.manifest.files))
    if (endings.test(file)) yield [file, (await candidate.bytes(file)).toString('utf8')];
  const read = sources && bundledInputs(sources, candidate.manifest.version).sources;
  for (const path of Object.keys(read || {}))
    if (/\.(tsx?|jsx?|mjs|css)$/.test(path) && existsSync(join(ROOT, path)))
      yield [path, readFileSync(join(ROOT, path), 'utf8')];
}

/** Names of secrets, in any spelling: `dbPassword`, `API_KEY`, `client-secret`. */
const NAME =
  '[\\w$.-]{0,40}(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|(?:auth|access|bearer)[_-]?token|credentials?)';

/** `password = "…"`, `{ apiKey: '…' }`, `"client_secret":"…"`. */
const IN_CODE = new RegExp(`(${NAME})["']?\\s*[:=]\\s*(["'\`])([^"'\`\\s\\\\]{8,200})\\2`, 'gi');
/** The same without quotation marks, as in comments. */
const IN_WORDS = new RegExp(`(${NAME})\\s*[:=]\\s*["'\`]?([^"'\`\\s;,*]{8,200})`, 'gi');

const COMMENT = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;

/** True for a placeholder in place of a value: a template, a message, a form's attribute or an address. */
const isPlaceholder = (name: string, value: string): boolean =>
  /\$\{|^(current|new)-password$|^https?:|^[./#]|^<.*>$|^[*x.•]+$|^(your|my|the)[-_]/i.test(value) ||
  value.toLowerCase().replaceAll(/[^a-z]/g, '') === name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** True for a readable word of any language, which is no key: `access-token`, `API_KEY`, `Contraseña:`, `パスワードを入力`. */
const isWord = (value: string): boolean =>
  /^\p{L}[^\p{Lu}\P{L}]*(\p{Lu}[^\p{Lu}\P{L}]+)*([-_.][^\p{Lu}\P{L}]+)*[.:…?!*]*$|^\p{Lu}+(_\p{Lu}+)*$/u.test(
    value.replaceAll(/\p{M}/gu, ''),
  );

const isPassword = (name: string): boolean => /passw(?:or)?d|passphrase/i.test(name);

/** Finds names of secrets with a value beside them. @param isText true for prose, such as a licence */
export function secretLiterals(text: string, isText: boolean): string[] {
  const found = new Set<string>();
  for (const [, name = '', , value = ''] of text.matchAll(IN_CODE)) {
    const isReadable = isWord(value) && !(isPassword(name) && value.length >= 12 && /[-_.]/.test(value));
    if (!isPlaceholder(name, value) && !isReadable) found.add(name);
  }
  const comments = isText ? [text] : (text.match(COMMENT) ?? []);
  for (const comment of comments)
    for (const [, name = '', value = ''] of comment.matchAll(IN_WORDS))
      if (!isPlaceholder(name, value) && !isWord(value)) found.add(name);
  return [...found].map((name) => `a value for "${name}"`);
}

/** Shapes of keys that must never ship. Public keys (`rzp_test_`, `pk_`) are none. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/],
  ['a Stripe secret key', /\b(?:sk|rk)_live_[A-Za-z0-9]{16,}\b/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  [
    'an address with a password',
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|smtps?):\/\/[^\s"'`/:@]+:[^\s"'`@]{4,}@/,
  ],
];

/** Names of settings that must never ship, and the shortest value that cannot occur by chance. */
const SECRET_SETTING = /SECRET|PASSWORD|TOKEN|PRIVATE_KEY|SIGNING_KEY|^(DATABASE|SMTP)_URL$/;
const SHORTEST = 12;

/** @param env settings under which the release was built */
export const secretsIn = (text: string, env: NodeJS.ProcessEnv = process.env): string[] => [
  ...SECRETS.filter(([, shape]) => shape.test(text)).map(([name]) => name),
  ...Object.entries(env)
    .filter(([name, value = '']) => SECRET_SETTING.test(name) && value.length >= SHORTEST && text.includes(value))
    .map(([name]) => `the value of ${name}`),
];

/** Licences that allow code to be sent to visitors without the site's own sources. */
const FREE =
  /^(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|BSD|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib|MPL-2\.0|OFL-1\.1)$/;

/** True for `(MIT OR GPL-3.0)`, which leaves a choice; false for `MIT AND GPL-3.0`. */
export function isFree(licence: string): boolean {
  const flat = licence.replaceAll(/\(([^()]*)\)/g, (_, inner: string) => (isFree(inner) ? 'MIT' : 'none'));
  if (flat !== licence) return isFree(flat);
  const choices = licence.split(/\s+OR\s+/);
  return choices.some((choice) => choice.split(/\s+AND\s+/).every((part) => FREE.test(part.trim())));
}

const licenceOf = ({ license, licenses }: PackageJson): string => {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
};

/** True for the platform's own packages, which are part of every site. */
const isPlatform = ({ name }: PackageJson): boolean => name?.startsWith('@wholepage/') ?? false;

/** Checks the licences of the packages that the bundler read. */
const packageFaults = (sources: string, { packages }: BuildInputs): Fault[] =>
  packages.flatMap((where) => {
    const found = installedPackage(where, sources);
    if (found && (found.private || isPlatform(found) || isFree(licenceOf(found)))) return [];
    const what = found
      ? `Its licence, ${licenceOf(found)}, is not one under which we may ship it.`
      : 'It was bundled, and is not installed: its licence is unknown.';
    return [{ where, what, todo: 'Use another package.' }];
  });

const noticeFaults = (where: string, text: string): Fault[] =>
  licenceNotices(text).map((notice) => ({
    where,
    what: `It says "${notice}": code under that licence may not be shipped without our sources.`,
    todo: 'Use other code, whoever copied it.',
  }));

export const licences: Check = {
  name: 'licences',
  holds: 'what was bundled may be shipped, whether package.json names it or not',
  async *run(context) {
    const { candidate, sources, note } = context;
    if (sources) yield* packageFaults(sources, bundledInputs(sources, candidate.manifest.version));
    else note('licences: its sources are not here; the texts of its files alone were read.');
    for await (const [where, text] of textsOf(context, /\.(m?js|css|txt)$/)) yield* noticeFaults(where, text);
  },
};

/** Licences that require all sources to be shipped with the code, as their texts and notices name them. */
const NOTICE =
  /GNU (?:Affero |Lesser |Library )?General Public Licen[sc]e|SPDX-License-Identifier:\s*\(?(?:A|L)?GPL[-\w.]*|@licen[sc]e\s+\(?(?:A|L)?GPL[-\w. ]*|\b(?:A|L)?GPL(?:v|-| v| version )[23](?:\.\d)?\b/gi;

/** Free licences beside another: where a choice is offered, the free one is taken. */
const CHOICE = /\b(?:MIT|Apache|BSD|MPL|ISC)\b/;
const AROUND = 200;

export function licenceNotices(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(NOTICE)) {
    const around = text.slice(Math.max(0, match.index - AROUND), match.index + match[0].length + AROUND);
    if (!CHOICE.test(around)) found.add(match[0].trim());
  }
  return [...found];
}

/** The bundler's inputs of a build. @param sources the package's folder */
const bundledInputs = (sources: string, version: string): BuildInputs =>
  JSON.parse(readFileSync(join(sources, 'dist', 'inputs', `${version}.json`), 'utf8')).inputs;

/** Reads the manifest of a bundled package such as `react@19.3.1`; undefined when it is not installed any more. */
function installedPackage(bundled: string, sources: string): PackageJson | undefined {
  const at = bundled.lastIndexOf('@');
  const name = bundled.slice(0, at);
  const start = `${name.replace('/', '+')}@${bundled.slice(at + 1)}`;
  for (const above of foldersFrom(sources)) {
    const store = join(above, 'node_modules', '.pnpm');
    const found = existsSync(store) && readdirSync(store).find((one) => one === start || one.startsWith(`${start}_`));
    const folder = found && join(store, found, 'node_modules', name);
    if (folder && existsSync(join(folder, 'package.json'))) return readPackage(folder);
  }
  return undefined;
}
