/** A relative rate in words: `−12 %`, `+40 %`, `3.1 times`. */
export function change(risk: number): string {
  if (risk >= 2) return risk > 100 ? 'more than 100 times' : `${risk.toFixed(1)} times`;
  if (risk < 0.01) return 'almost never';
  const percent = Math.round((risk - 1) * 100);
  return percent < 0 ? `−${-percent} %` : `+${percent} %`;
}
