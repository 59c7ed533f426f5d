import { type Details, NO_DETAILS } from './details';

const KEY = 'enrolment-draft';

/** Storage may be switched off or full; the form works without it. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Keeps what is typed for as long as the tab lives. */
export const keepDraft = (details: Details): void => {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(details)));
};

export const dropDraft = (): void => {
  attempt(() => sessionStorage.removeItem(KEY));
};

/** What was typed before a reload. */
export function readDraft(): Details {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  if (typeof kept !== 'object' || kept === null) return NO_DETAILS;
  const values = new Map<string, unknown>(Object.entries(kept));
  const text = (name: string): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), email: text('email'), phone: text('phone') };
}
