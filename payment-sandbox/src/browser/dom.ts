type Child = Node | string;

type Properties<K extends keyof HTMLElementTagNameMap> = Partial<
  Pick<HTMLElementTagNameMap[K], Extract<keyof HTMLElementTagNameMap[K], string>>
> & { attrs?: Record<string, string>; on?: Record<string, (event: Event) => void> };

/** Makes an element. Text stays text: nothing here reads markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { attrs = {}, on = {}, ...properties }: Properties<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries<string>(attrs)) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

/** Rupees as India writes them: ₹1,00,000. @param paise */
export const rupees = (paise: number): string =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: paise % 100 ? 2 : 0,
  }).format(paise / 100);
