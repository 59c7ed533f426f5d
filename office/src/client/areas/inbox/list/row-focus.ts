const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** Leads from row to row; from elsewhere to the first or last one. */
export function focusRow(step: 1 | -1): void {
  const links = rowLinks();
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => row?.contains(link));
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

export const focusSearch = (): void => document.querySelector<HTMLElement>('[data-search]')?.focus();
