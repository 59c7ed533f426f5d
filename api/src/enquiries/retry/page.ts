import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { formOf } from './form';
import type { RetryPage } from './retry-page';

/** The page that a browser without scripts gets when its post was not accepted. Nothing that was typed is lost. */
export const retryPage = (page: RetryPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Your message has not been sent yet</title>
<link rel="stylesheet" href="form.css">
</head>
<body>
<main>
<h1>Your message has not been sent yet</h1>
<div role="alert">
<ul>
${page.problems.map(({ field, message }) => `<li>${field ? `<a href="#${escapeHtml(field)}">${escapeHtml(message)}</a>` : escapeHtml(message)}</li>`).join('\n')}
</ul>
</div>
${formOf(page)}
</main>
</body>
</html>
`;
