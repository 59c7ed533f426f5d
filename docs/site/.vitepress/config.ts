import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';

/*
 * The documentation as a site, made of the same files as in the repository. A link to a page leads to that page, and a
 * link to any other file to its text. A link that leads nowhere ends the build.
 */

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Address of a page, with the ending `.md`: pages of `docs/` come first, and a README stands for its folder. */
const pageOf = (file: string): string =>
  file === 'README.md' ? 'project.md' : file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');

/** Files that pages link to, by their paths in the repository. They are shown as plain text. */
const linked = new Set<string>();

/** @returns where a link of a page leads on the site @throws Error when there is no such file */
function addressOf(link: string, page: string): string {
  const [path = '', anchor] = link.split('#');
  const file = posix.normalize(posix.join(posix.dirname(page), path));
  if (!existsSync(join(ROOT, file))) throw new Error(`${page}: the link ${link} leads to no file.`);
  const found = statSync(join(ROOT, file)).isDirectory() ? `${file}/README.md` : file;
  if (found.endsWith('.md')) return `/${pageOf(found)}${anchor ? `#${anchor}` : ''}`;
  linked.add(found);
  return `/files/${found}.txt`;
}

/** Each part of docs/README.md with the pages that it links to, in its order. */
const sidebar = (): DefaultTheme.SidebarItem[] =>
  readFileSync(join(ROOT, 'docs', 'README.md'), 'utf8')
    .split('\n## ')
    .slice(1)
    .map((part) => ({
      text: part.split('\n')[0] ?? '',
      items: [...part.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].map(([, text = '', link = '']) => ({
        // What is code keeps its case: `site.ts`.
        text: text.startsWith('`') ? text.replaceAll('`', '') : text.replace(/^./, (first) => first.toUpperCase()),
        link: addressOf(link, 'docs/README.md'),
      })),
    }));

export default defineConfig({
  title: 'Wholepage',
  description: 'One fast site, made of parts that teams release on their own',
  srcDir: ROOT,
  srcExclude: ['**/{template,templates,content,dist,var,coverage,packages}/**', '**/CHANGELOG.md'],
  rewrites: pageOf,
  outDir: 'dist',
  cacheDir: 'node_modules/.cache',
  // Pages name the addresses of servers that run beside them.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    // As code hosts do it, so that a link to a part leads there in both.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replace(/\s/g, '-'),
    },
    config(md) {
      md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const link = token.type === 'link_open' ? token.attrGet('href') : null;
          if (!link || /^(?:[a-z]+:|#|\/)/.test(link)) continue;
          token.attrSet('href', addressOf(link, relative(ROOT, env.realPath ?? env.path)));
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: [2, 3],
  },
  // Not every `config.ts` of the repository is one of this site.
  additionalConfig: {},
  vite: {
    // Pages lie outside of this package, where no Vue is found.
    resolve: { alias: { vue: dirname(fileURLToPath(import.meta.resolve('vue/package.json'))) } },
    plugins: [
      {
        name: 'files-of-the-repository',
        configureServer: ({ middlewares }) => {
          middlewares.use('/files', ({ url = '' }, response, next) => {
            const file = decodeURIComponent(url).replace(/^\/|\.txt$/g, '');
            if (!linked.has(file)) return next();
            response.setHeader('content-type', 'text/plain; charset=utf-8').end(readFileSync(join(ROOT, file)));
          });
        },
      },
    ],
  },
  buildEnd({ outDir }) {
    for (const file of linked) cpSync(join(ROOT, file), join(outDir, 'files', `${file}.txt`));
  },
});
