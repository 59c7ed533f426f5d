/** A relative rate in words: `12 % less`, `40 % more`, `3.1 times as often`. */
export function change(risk: number): string {
  if (risk >= 2) return risk > 100 ? 'more than 100 times as often' : `${risk.toFixed(1)} times as often`;
  if (risk < 0.01) return 'almost never';
  const percent = Math.round((risk - 1) * 100);
  return percent < 0 ? `${-percent} % less` : `${percent} % more`;
}
