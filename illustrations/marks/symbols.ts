const n = (value: number) => String(Math.round(value * 100) / 100);
const polar = (radius: number, degrees: number): [number, number] => [
  radius * Math.sin((degrees * Math.PI) / 180),
  -radius * Math.cos((degrees * Math.PI) / 180),
];

/** A filled shape. */
export const fill = (d: string, extra = '') => `<path d="${d}"${extra}/>`;
/** A line of the mark's ink. */
export const line = (d: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="#1c1b1a" stroke-width="${width}"${extra}/>`;
export const at = (x: number, y: number, body: string, scale = 1) =>
  `<g transform="translate(${n(x)} ${n(y)})${scale === 1 ? '' : ` scale(${scale})`}">${body}</g>`;
const turned = (count: number, body: (i: number) => string, from = 0, to = 360) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<g transform="rotate(${n(from + ((to - from) * i) / (to - from === 360 ? count : count - 1))})">${body(i)}</g>`,
  ).join('');

/** A petal that points up from the origin. */
const petal = (length: number, width: number, base = 0) =>
  `M0 ${n(-base)}C${n(width)} ${n(-base - (length - base) * 0.35)} ${n(width * 0.8)} ${n(-base - (length - base) * 0.75)} 0 ${n(-length)}C${n(-width * 0.8)} ${n(-base - (length - base) * 0.75)} ${n(-width)} ${n(-base - (length - base) * 0.35)} 0 ${n(-base)}z`;

export const lotus = () =>
  [-68, 68, -36, 36, 0]
    .map(
      (angle) =>
        `<g transform="rotate(${angle} 0 8)">${fill(petal(24, 9), ' transform="translate(0 8)" stroke="#fff" stroke-width="1.6"')}</g>`,
    )
    .join('') + line('M-26 13q26 9 52 0', 1.6);

export const palmyra = () =>
  turned(11, (i) => fill(petal(i % 2 ? 21 : 25, 2.7, 6)), -105, 105) +
  fill('M-2 0h4l1.600 24h-7.200z') +
  line('M-9 24h18', 1.6);

export const swallow = () =>
  fill(
    'M-30 4C-14-2-4-4 4-14 2-6 2-4 4-2 12-6 22-6 32-2 22-2 14 2 8 10 6 14 0 18-8 22-6 16-5 13-5 10-12 12-20 10-30 4z',
  ) + fill('M-12 12l-14 12 20-8z');

export const wave = () => {
  const row = (y: number) => `M-22 ${y}c5.500-7 9-7 14.600 0s9 7 14.700 0 9-7 14.700 0`;
  return (
    line('M-20 -10a22 22 0 0 1 40 0', 2.4) +
    line(row(-2) + row(7) + row(16), 2.4, ' stroke-linecap="round"') +
    fill('M0-13a6 6 0 0 1 0 .1zM-7-8a7 7 0 0 1 14 0z')
  );
};

export const leafCross = () =>
  turned(4, () => `${fill(petal(23, 11, 2))}<path d="M0-6v-11" stroke="#fff" stroke-width="1.300"/>`, 0, 360) +
  '<circle r="3.200" fill="#fff"/><circle r="1.800"/>';

export const boll = () => {
  const tufts = (
    [
      [-9, -8],
      [9, -8],
      [0, -15],
      [-6, 1],
      [6, 1],
    ] as const
  )
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="#fff" stroke="#1c1b1a" stroke-width="1.800"/>`)
    .join('');
  return (
    tufts +
    fill('M0 24C-4 16-16 14-20 2-12 4-6 8-3 13-4 8-2 4 0 1 2 4 4 8 3 13 6 8 12 4 20 2 16 14 4 16 0 24z') +
    line('M0 22v9', 2.2)
  );
};

export const shuttle = () =>
  fill('M-34 0C-20-11 20-11 34 0 20 11-20 11-34 0zM-17-3.500v7h34v-7z', ' fill-rule="evenodd"') +
  line('M-15-1.600h30M-15 1.600h30', 0.9) +
  line('M0-3.500C8-16-16-18-6-26', 1.2);

export const beam = () => fill('M-18-20h36v9h-12v22h12v9h-36v-9h12v-22h-12z') + line('M-26-26h52v52h-52z', 1.6);

export const bean = () =>
  fill('M-14 12C-20-4-4-22 10-18 20-14 16 10 2 17-4 20-11 19-14 12z') +
  '<path d="M-11 15C-4 4-2 6 2-2 5-8 6-12 10-17" fill="none" stroke="#fff" stroke-width="2.200"/>';

export const wheel = () =>
  line('M0-21a21 21 0 1 0 .01 0z', 2.6) +
  line('M0-16.500a16.500 16.500 0 1 0 .01 0z', 0.9) +
  turned(12, () => line('M0-4.500v-12', 1.3)) +
  '<circle r="4.500"/>';

export const peepal = () =>
  fill('M0-20C16-14 22 0 12 9 8 12 3 12 1 14 1 20 4 26 10 31 2 28-1 20-1 14-3 12-8 12-12 9-22 0-16-14 0-20z') +
  '<path d="M0-14V12M0-6q6-3 9-2M0-6q-6-3-9-2M0 1q7-3 11-1M0 1q-7-3-11-1" fill="none" stroke="#fff" stroke-width="1.100"/>';

export const propeller = () =>
  turned(3, () => fill('M0-3C7-8 6-20 1-25-5-20-4-9 0-3z')) +
  '<circle r="4"/>' +
  line('M0-28a28 28 0 1 0 .01 0z', 1.4, ' stroke-dasharray="40 18.600" stroke-dashoffset="-9"');

export const hexFlask = () => {
  const hex = Array.from({ length: 6 }, (_, i) =>
    polar(24, i * 60)
      .map(n)
      .join(' '),
  ).join('L');
  return (
    line(`M${hex}z`, 2.2) +
    fill(
      'M-4-13h8v2.500h-1.500v7L11 11a2.500 2.500 0 0 1-2 4H-9a2.500 2.500 0 0 1-2-4L-2.500-3.500v-7H-4zM-5 3L-8.500 11h17L5 3z',
      ' fill-rule="evenodd"',
    ) +
    '<circle cx="-2" cy="7.500" r="1.200"/><circle cx="3" cy="6" r="1.600"/>'
  );
};

export const shutters = () =>
  line('M-13 22V-8a13 13 0 0 1 26 0v30z', 2) +
  line('M0-21v43M-13-6h26M-13 8h26', 1.2) +
  fill('M-22 22h8V-4h-8zM14 22h8V-4h-8z') +
  line('M-24 25h48', 1.6);

export const lighthouse = () =>
  fill('M-7 24l3-30h8l3 30zM-5-9h10v-6l-5-6-5 6z') +
  '<path d="M-5.500 6h11M-6.200 14h12.400" stroke="#fff" stroke-width="2.600"/>' +
  line('M8-12l16-5M8-10h17M-8-12l-16-5M-8-10h-17', 1.4) +
  line('M-16 26h32', 2);

export const feather = () => {
  const barbs = Array.from({ length: 13 }, (_, i) => {
    const y = 26 - i * 3.2;
    const reach = 4 + 11 * Math.sin((i / 14) * Math.PI);
    return `M0 ${n(y)}q${n(reach * 0.6)} -4 ${n(reach)} -9M0 ${n(y)}q${n(-reach * 0.6)} -4 ${n(-reach)} -9`;
  }).join('');
  return (
    line(`M0 32V-8${barbs}`, 1.1) +
    fill('M0-27C10-25 13-12 0-6-13-12-10-25 0-27z') +
    '<ellipse cy="-15" rx="5.500" ry="6.500" fill="#fff"/><path d="M0-20a4.200 4.200 0 0 1 3 7.500L0-14.500l-3 2A4.200 4.200 0 0 1 0-20z"/>'
  );
};

export const book = () =>
  fill(
    'M0-6C-8-13-18-14-26-11V12c8-3 18-2 26 5 8-7 18-8 26-5v-23C18-14 8-13 0-6zM-22-8c7-1.500 13-.5 20 5v14c-6-4-13-5-20-3.500zM22-8c-7-1.500-13-.5-20 5v14c6-4 13-5 20-3.500z',
    ' fill-rule="evenodd"',
  ) + turned(7, () => line('M0-14v-9', 1.6), -54, 54);

export const dhow = () =>
  fill('M-28 12h54C22 22 14 25 4 25h-18C-21 25-26 20-28 12zM-3 8V-26C14-18 24-6 26 8zM-6 8V-16C-14-8-20 0-22 8z');
