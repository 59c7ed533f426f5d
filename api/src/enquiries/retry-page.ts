import { escapeHtml } from '@wholepage/page-rules/html';
import { NOTICE_FIELD } from 'site/notice';
import { type FieldRule, KINDS } from '../../wire/field-rule';
import {
  FORMS,
  type FormDeclaration,
  type FormName,
  HONEYPOT_FIELD,
  SUBMISSION_FIELD,
  UPLOAD_TYPES,
} from '../../wire/forms';

interface RetryPage {
  form: FormName;
  /** Address of the form: a last segment only, because a proxy may add a prefix. */
  action: string;
  kept: Readonly<Record<string, unknown>>;
  problems: readonly { field?: string; message: string }[];
}

/** Returns the page for a refused post without scripts. It keeps all that was typed. */
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the form as HTML, filled in again except for its file. */
const formOf = ({ form, action, kept, problems }: RetryPage): string => {
  const problemOf = (name: string) => problems.find((problem) => problem.field === name)?.message;
  const { fields: rules, file, mail } = FORMS[form] as FormDeclaration;
  const fields = rules.map((field) => control(field, textOf(kept[field.name]), problemOf(field.name)));
  const id = textOf(kept[SUBMISSION_FIELD]);
  const notice = textOf(kept[NOTICE_FIELD]);
  return [
    `<form method="post" action="${escapeHtml(action)}"${mail ? '' : ' enctype="multipart/form-data"'}>`,
    ...(id ? [`<input type="hidden" name="${SUBMISSION_FIELD}" value="${escapeHtml(id)}">`] : []),
    `<p hidden><label>Leave this empty <input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></label></p>`,
    ...fields,
    ...(file
      ? [
          `<p><label for="file">${file.label}: please choose it again. ${file.hint}</label><input id="file" type="file" name="${file.name}" accept="${UPLOAD_TYPES.join()}"></p>`,
        ]
      : []),
    ...(notice ? [`<input type="hidden" name="${NOTICE_FIELD}" value="${escapeHtml(notice)}">`] : []),
    '<p><button type="submit">Send again</button></p>',
    '</form>',
  ].join('\n');
};

const control = (field: FieldRule, value: string, problem: string | undefined): string => {
  const { type, inputMode, pattern } = KINDS[field.kind];
  const attributes = [
    `id="${field.name}" name="${field.name}"${field.optional ? '' : ' required'} maxlength="${field.maxLength}"`,
    inputMode ? ` inputmode="${inputMode}"` : '',
    pattern ? ` pattern="${escapeHtml(pattern.source)}"` : '',
    field.autoComplete ? ` autocomplete="${field.autoComplete}"` : '',
    problem ? ` aria-invalid="true" aria-describedby="${field.name}-problem"` : '',
  ].join('');
  const input =
    field.kind === 'area'
      ? `<textarea ${attributes} rows="8">\n${escapeHtml(value)}</textarea>`
      : `<input type="${type}" ${attributes} value="${escapeHtml(value)}">`;
  const hint = problem ? `<span class="problem" id="${field.name}-problem">${escapeHtml(problem)}</span>` : '';
  return `<p><label for="${field.name}">${field.label}</label>${hint}${input}</p>`;
};

/** Styles of the page above, served separately because its policy allows no inline styles. */
export const RETRY_PAGE_CSS = `:root{color-scheme:light;font:1.0625rem/1.5 Georgia,serif;color:#1d2433;background:#faf6ee}
main{max-width:38rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.2}
[role=alert]{border-left:.25rem solid #a3262f;padding:.25rem 1rem;background:#fff}
[role=alert] a,.problem{color:#8c1d26}
label{display:block;font-weight:bold}
.problem{display:block}
input,textarea{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;border:1px solid #6b6f7a;border-radius:.25rem;background:#fff}
[aria-invalid=true]{border:2px solid #a3262f}
button{min-height:2.75rem;padding:.5rem 1.5rem;font:inherit;font-weight:bold;color:#fff;background:#263a78;border:0;border-radius:.25rem;cursor:pointer}
:focus-visible{outline:3px solid #263a78;outline-offset:2px}
`;
