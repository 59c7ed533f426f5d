import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { NOTICE_FIELD } from 'site/notice';
import { HONEYPOT_FIELD, SUBMISSION_FIELD, UPLOAD_TYPES } from '../../../wire/enquiries';
import { FORM_FIELDS } from '../../../wire/form-fields';
import { control } from './control';
import type { RetryPage } from './retry-page';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The form of the page as HTML, filled in again but for its file. */
export const formOf = ({ form, action, kept, problems }: RetryPage): string => {
  const problemOf = (name: string) => problems.find((problem) => problem.field === name)?.message;
  const fields = FORM_FIELDS[form].map((field) => control(field, textOf(kept[field.name]), problemOf(field.name)));
  const id = textOf(kept[SUBMISSION_FIELD]);
  const notice = textOf(kept[NOTICE_FIELD]);
  const file = `<p><label for="file">Picture or PDF, up to 10 MB (please choose it again)</label><input id="file" type="file" name="inspirations[]" accept="${UPLOAD_TYPES.join()}"></p>`;
  return [
    `<form method="post" action="${escapeHtml(action)}"${form === 'studio' ? ' enctype="multipart/form-data"' : ''}>`,
    ...(id ? [`<input type="hidden" name="${SUBMISSION_FIELD}" value="${escapeHtml(id)}">`] : []),
    `<p hidden><label>Leave this empty <input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></label></p>`,
    ...fields,
    ...(form === 'studio' ? [file] : []),
    ...(notice ? [`<input type="hidden" name="${NOTICE_FIELD}" value="${escapeHtml(notice)}">`] : []),
    '<p><button type="submit">Send again</button></p>',
    '</form>',
  ].join('\n');
};
