import { el } from '../dom';

/** Something to pay with that the sandbox knows. */
export interface Choice {
  /** As it would be typed. */
  value: string;
  remark: string;
}

/** A list of what may be paid with, which fills the form when chosen. */
export function picker(title: string, choices: readonly Choice[], choose: (value: string) => void): HTMLElement {
  const items = choices.map(({ value, remark }) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', className: 'card-choice', on: { click: () => choose(value) } },
        el('span', { className: 'number' }, value),
        ` ${remark}`,
      ),
    ),
  );
  return el('details', {}, el('summary', {}, title), el('ul', {}, ...items));
}
