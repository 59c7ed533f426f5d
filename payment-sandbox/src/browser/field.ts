import { el } from './dom';

export interface FieldOptions {
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  autocomplete?: AutoFill;
  numeric?: boolean;
  maxLength?: number;
  placeholder?: string;
  wide?: boolean;
}

/** A labelled input with room for what is wrong with it. */
export function field({ name, label, value = '', type = 'text', ...more }: FieldOptions): HTMLElement {
  const id = `field-${name}`;
  const input = el('input', {
    id,
    name,
    type,
    value,
    autocomplete: more.autocomplete ?? 'off',
    maxLength: more.maxLength ?? 254,
    placeholder: more.placeholder ?? '',
    inputMode: more.numeric ? 'numeric' : '',
    attrs: { 'aria-describedby': `${id}-error` },
  });
  const error = el('p', { id: `${id}-error`, className: 'error' });
  return el(
    'div',
    { className: more.wide === false ? 'field narrow' : 'field' },
    el('label', { htmlFor: id }, label),
    input,
    error,
  );
}
