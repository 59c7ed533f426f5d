import { escapeHtml } from '@wholepage/page-rules/escape-html';
import type { SignInContext } from './context';

interface Page {
  /** What the page is, for the browser's tab. */
  name: string;
  /** HTML of its main part. */
  main: string;
  /** Address of its script, where it has one. */
  script?: string;
}

/** The HTML document of a page that is no screen of the service: it needs neither a session nor the database. */
export const wholePage = (
  { title, assets }: Pick<SignInContext, 'title' | 'assets'>,
  { name, main, script }: Page,
): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(`${name} · ${title}`)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${escapeHtml(assets.styles)}">${script ? `\n  <script type="module" src="${escapeHtml(script)}"></script>` : ''}
</head>
<body class="sign-in">
  <main>
    ${main}
  </main>
</body>
</html>
`;
