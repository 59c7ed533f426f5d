/** Fields that take words. */
const WORDS = 'input:not([type]), input[type="text"], input[type="search"], textarea';

/** What a visitor might write, by the kind of the field. */
const SAMPLES: readonly (readonly [selector: string, value: string])[] = [
  ['input[type="email"]', 'visitor@example.com'],
  ['input[type="tel"]', '9840011111'],
  ['input[type="number"]', '2'],
  ['input[type="url"]', 'https://example.com/'],
  ['input[type="date"]', '2031-03-14'],
  ['input[type="time"]', '10:30'],
  [WORDS, 'Meena Raman'],
];

/** As {@link fillFields} takes it. */
export const FILL = [SAMPLES, ':not([readonly], :disabled, [aria-label="Stage"] *)'] as const;

/**
 * Fills the empty fields that a visitor can see, ticks each box and chooses in each list. Frameworks hear of it as of typing.
 * To be run in the page.
 */
export const fillFields = ([samples, open]: typeof FILL): void => {
  const change = (field: HTMLElement, property: string, value: unknown) => {
    // Frameworks watch the property of the element itself: that of its prototype is the browser's own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, value);
    for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const visible = <E extends HTMLElement>(selector: string): E[] =>
    [...document.querySelectorAll<E>(selector)].filter((field) => field.matches(open) && field.checkVisibility());
  for (const [selector, value] of samples)
    for (const field of visible<HTMLInputElement>(selector)) if (!field.value) change(field, 'value', value);
  for (const list of visible<HTMLSelectElement>('select')) {
    const choice = [...list.options].find(({ value, disabled }) => value && !disabled);
    if (!list.value && choice) change(list, 'value', choice.value);
  }
  for (const box of visible<HTMLInputElement>('input[type="checkbox"]')) if (!box.checked) box.click();
  const groups = new Set(visible<HTMLInputElement>('input[type="radio"]').map(({ name }) => name));
  for (const name of groups) {
    const buttons = visible<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(name)}"]`);
    if (!buttons.some(({ checked }) => checked)) buttons[0]?.click();
  }
};
