/** `1.2 s`, `80 ms`, or a dash where nothing is known. */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}

export const shiftText = (shift: number | undefined): string => (shift === undefined ? '–' : shift.toFixed(2));

export const percentText = (part: number | undefined): string => {
  if (part === undefined) return '–';
  const percent = part * 100;
  return `${percent === 0 || percent >= 10 ? Math.round(percent) : percent.toPrecision(2)} %`;
};

/** In CSV nothing stands for what is not known. */
export const orEmpty = (value: number | undefined): number | string => value ?? '';

/** Limits below which three in four visits are good, by web.dev's Core Web Vitals. */
export const GOOD = { lcp: 2_500, inp: 200, cls: 0.1 } as const;
