import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { type FieldRule, PATTERNS } from '../../../wire/field-rule';

/** A field of a form as HTML, with what was typed and what is wrong with it. */
export const control = (field: FieldRule, value: string, problem: string | undefined): string => {
  const attributes = [
    `id="${field.name}" name="${field.name}" required maxlength="${field.maxLength}"`,
    PATTERNS[field.kind] ? ` pattern="${escapeHtml(PATTERNS[field.kind]?.source ?? '')}"` : '',
    field.autoComplete ? ` autocomplete="${field.autoComplete}"` : '',
    problem ? ` aria-invalid="true" aria-describedby="${field.name}-problem"` : '',
  ].join('');
  const input =
    field.kind === 'area'
      ? `<textarea ${attributes} rows="8">\n${escapeHtml(value)}</textarea>`
      : `<input type="${field.kind}" ${attributes} value="${escapeHtml(value)}">`;
  const hint = problem ? `<span class="problem" id="${field.name}-problem">${escapeHtml(problem)}</span>` : '';
  return `<p><label for="${field.name}">${field.label}</label>${hint}${input}</p>`;
};
