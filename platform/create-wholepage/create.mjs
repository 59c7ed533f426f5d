#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm create wholepage corner-shop`: the files of `wholepage new site corner-shop`, of the platform's version that was
 * packed into dist/. Plain JavaScript that any Node from 20.19 on can run: it has no dependencies.
 */

const MADE = fileURLToPath(new URL('dist/site-template', import.meta.url));
const NAME = /^(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const [name = '', ...more] = process.argv.slice(2);
const words = name.replaceAll('-', ' ');
const title = words.charAt(0).toUpperCase() + words.slice(1);

/** npm packs no file of these names. */
const unpacked = (path) => path.replace(/(^|\/)_(gitignore|npmrc)$/, '$1.$2');

async function copy(from, to) {
  await mkdir(dirname(to), { recursive: true });
  const bytes = await readFile(from);
  if (/\.(tgz|png)$/.test(from)) return writeFile(to, bytes);
  const text = bytes.toString().replaceAll('Site template', title).replaceAll('site-template', name);
  return writeFile(to, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}

const folder = resolve(name);
if (!NAME.test(name) || more.length > 0) {
  console.error('Name the site, in small letters and dashes, at most 40: npm create wholepage corner-shop');
  process.exitCode = 1;
} else if (existsSync(folder)) {
  console.error(`${folder} is there already; name a folder that is new.`);
  process.exitCode = 1;
} else {
  const entries = await readdir(MADE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) await copy(file, join(folder, unpacked(relative(MADE, file))));
  console.log(`${name}: a site in ${folder}. Its README says how it is started: two commands.`);
}
