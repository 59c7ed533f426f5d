import { el } from '../dom';

/** What a step is called; takes the focus when the step is shown. */
export const heading = (text: string): HTMLElement => el('h1', { tabIndex: -1 }, text);
