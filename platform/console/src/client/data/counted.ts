/** `1 session`, `3 sessions`. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : more}`;

/** What a browser says of itself, short. */
export const deviceText = (device: string): string =>
  /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(device)?.slice(1).join(' ') ?? (device.slice(0, 40) || 'an unknown device');
