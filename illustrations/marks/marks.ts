import { aroundCircle, type Face, type LetteringOptions, lettering } from './lettering';
import * as s from './symbols';

const text = (face: Face, words: string, x: number, y: number, size: number, more: Partial<LetteringOptions> = {}) =>
  s.fill(lettering(face, words, { x, y, size, anchor: 'middle', digits: 2, ...more }));
const left = { anchor: 'start' } as const;
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
const ring = (r: number, width: number) => `<circle r="${r}" fill="none" stroke="#1c1b1a" stroke-width="${width}"/>`;

/** The invented businesses of the clients' wall: name as read aloud, and the drawing on 240 by 120. */
export const marks: readonly { name: string; draw: () => string }[] = [
  {
    name: 'Hotel Maravai',
    draw: () =>
      s.at(
        120,
        30,
        s.line('M-20 20V-4a20 20 0 0 1 40 0v24M-13 20V-3a13 13 0 0 1 26 0v23M-6 20V-2a6 6 0 0 1 12 0v22', 1.8),
      ) +
      s.line('M28 60h62M150 60h62', 1) +
      text('cormorant', 'HOTEL', 120, 64, 12, { track: 0.3 }) +
      text('cormorant', 'MARAVAI', 120, 98, 37, { track: 0.13 }),
  },
  {
    name: 'Kadalora Island Resorts',
    draw: () =>
      s.at(44, 58, s.wave(), 1.25) +
      text('poiret', 'kadalora', 84, 66, 38, { ...left, track: 0.01 }) +
      text('josefin', 'ISLAND RESORTS', 86, 88, 11, { ...left, track: 0.29 }),
  },
  {
    name: 'Vayu Meridian Airways',
    draw: () =>
      s.at(56, 44, s.swallow(), 1.15) +
      text('syncopate', 'VAYU', 97, 57, 33, { ...left, track: -0.04 }) +
      s.line('M24 74h192', 3) +
      s.line('M24 79h192', 0.8) +
      text('syncopate', 'MERIDIAN AIRWAYS', 120, 98, 12, { track: 0.1 }),
  },
  {
    name: 'Nilgiri Crest Hospitals',
    draw: () =>
      s.at(42, 60, s.leafCross(), 1.25) +
      text('josefin', 'Nilgiri Crest', 80, 62, 25, left) +
      s.line('M81 71h134', 1) +
      text('josefinLight', 'HOSPITALS', 81, 90, 16, { ...left, track: 0.27 }),
  },
  {
    name: 'Sarasvati, est. 1961',
    draw: () =>
      s.at(
        120,
        60,
        s.fill(
          'M-52-52H52V6C52 34 26 46 0 56-26 46-52 34-52 6zM-48-48V6C-48 31-24 42 0 51.500 24 42 48 31 48 6v-54z',
          ' fill-rule="evenodd"',
        ) +
          s.at(0, -22, s.book(), 0.78) +
          s.line('M-48 1H48M-48 21H48', 1.4) +
          text('graduate', 'SARASVATI', 0, 15.6, 13) +
          text('graduate', 'EST 1961', 0, 35, 8.5, { track: 0.08 }),
      ),
  },
  {
    name: 'Arumbu Mills, cotton spinners, Erode',
    draw: () =>
      s.at(135.5, 34, s.boll(), 0.95) +
      text('zilla', 'Arumbu', 66, 92, 28) +
      text('zilla', 'Mills', 187, 92, 28) +
      s.line('M122 80h27M122 85h27M122 90h27', 1.2) +
      text('mono', 'COTTON SPINNERS, ERODE', 120, 110, 9.5, { track: 0.1 }),
  },
  {
    name: 'Tharangam Cruise Lines',
    draw: () =>
      s.at(120, 36, s.dhow(), 1) +
      s.line('M40 70c10-8 16-8 26.700 0s16 8 26.600 0 16-8 26.700 0 16 8 26.600 0 16-8 26.700 0 16 8 26.700 0', 2) +
      text('federo', 'THARANGAM', 120, 99, 25, { track: 0.09 }) +
      text('federo', 'CRUISE LINES', 120, 114, 9.5, { track: 0.4 }),
  },
  {
    name: 'The Palmyra Club',
    draw: () =>
      s.at(120, 38, s.palmyra(), 1.1) +
      text('limelight', 'THE PALMYRA CLUB', 120, 92, 20, { track: 0.02 }) +
      s.line('M16 101h88M136 101h88', 1.4) +
      s.fill('M120 96l5 5-5 5-5-5z'),
  },
  {
    name: 'Orient Loom Weavers',
    draw: () =>
      s.fill(`${box(12, 16, 216, 88)}${box(15, 19, 210, 82)}`, ' fill-rule="evenodd"') +
      text('abril', 'Orient Loom', 120, 58, 32) +
      s.at(74, 84, s.shuttle(), 0.8) +
      text('josefin', 'WEAVERS', 112, 89, 14, { ...left, track: 0.28 }),
  },
  {
    name: 'Sindhu Steelworks',
    draw: () =>
      s.at(46, 60, s.beam(), 1.15) +
      text('oswald', 'SINDHU', 86, 66, 44, { ...left, track: 0.045 }) +
      s.fill(box(87, 73, 128, 18)) +
      `<g fill="#fff">${text('oswald', 'STEELWORKS', 151, 87, 13, { track: 0.34 })}</g>`,
  },
  {
    name: 'Malabar Roast House',
    draw: () =>
      s.at(
        120,
        60,
        ring(54, 2.4) +
          ring(50.5, 0.8) +
          ring(34, 0.8) +
          s.at(0, 0, s.bean(), 1.2) +
          aroundCircle('yatra', 'MALABAR ROAST', 38.5, 12.5, 0.1) +
          aroundCircle('yatra', 'HOUSE', 46.8, 12.5, 0.16, true) +
          '<circle cx="-38" cy="19" r="1.800"/><circle cx="38" cy="19" r="1.800"/>',
      ),
  },
  {
    name: 'Kaveri Rail Catering',
    draw: () =>
      s.at(40, 56, s.wheel(), 1.25) +
      s.at(200, 56, s.wheel(), 1.25) +
      s.line('M40 56h160', 4) +
      s.line('M8 84h224', 2.2) +
      s.line('M14 88.500h14m8 0h14m8 0h14m8 0h14m8 0h14m8 0h14m8 0h14m8 0h14m8 0h14m8 0h14', 3) +
      text('zilla', 'KAVERI', 120, 45, 25, { track: 0.06 }) +
      text('josefin', 'RAIL CATERING', 120, 108, 14, { track: 0.28 }),
  },
  {
    name: 'Ashvattha Wellness',
    draw: () =>
      s.at(120, 31, s.peepal(), 1.05) +
      text('poiret', 'ashvattha', 120, 92, 35, { track: 0.06 }) +
      text('josefinLight', 'WELLNESS', 120, 111, 10.5, { track: 0.5 }),
  },
  {
    name: 'Deccan Aero',
    draw: () =>
      s.at(44, 60, s.propeller(), 1.2) +
      text('syncopate', 'DECCAN', 86, 58, 26, { ...left, track: -0.02 }) +
      text('syncopate', 'AERO', 86, 82, 20, { ...left, track: 0.06 }) +
      s.line('M163 70h52M163 75h44M163 80h36', 1.8),
  },
  {
    name: 'Tranquebar & Co., department store',
    draw: () =>
      text('frauncesItalic', 'Tranquebar', 120, 62, 43, { track: -0.015 }) +
      text('fraunces', '& Co.', 120, 98, 27) +
      s.line('M32 88h50M158 88h50M32 92h50M158 92h50', 0.9) +
      text('josefin', 'DEPARTMENT STORE', 120, 115, 9, { track: 0.3 }),
  },
  {
    name: 'Saral Diagnostics',
    draw: () =>
      s.at(40, 60, s.hexFlask(), 1.15) +
      text('monoBold', 'saral', 78, 64, 42, { ...left, track: -0.04 }) +
      text('mono', 'diagnostics/', 80, 86, 17.5, { ...left, track: 0.03 }),
  },
  {
    name: 'Thendral serviced residences',
    draw: () =>
      s.at(38, 60, s.shutters(), 1.35) +
      s.line('M78 28v64', 1.2) +
      text('josefinLight', 'THENDRAL', 91, 61, 26, { ...left, track: 0.05 }) +
      text('cormorantItalic', 'serviced residences', 91, 84, 17, left),
  },
  {
    name: 'Harbour Watch',
    draw: () =>
      s.at(
        120,
        60,
        s.fill(
          'M0-56L66-38V4C66 28 34 46 0 56-34 46-66 28-66 4v-42zM0-51.500L-61.500-34.500V4C-61.500 25-32 41 0 51 32 41 61.500 25 61.500 4v-38.500z',
          ' fill-rule="evenodd"',
        ) +
          s.at(0, -19, s.lighthouse(), 0.9) +
          text('oswald', 'HARBOUR', 0, 22, 19, { track: 0.12 }) +
          text('oswald', 'WATCH', 0, 37, 12.5, { track: 0.26 }),
      ),
  },
  {
    name: 'Peacock & Banyan Heritage Hotels',
    draw: () =>
      text('cinzel', 'PEACOCK', 51, 60, 19) +
      text('cinzel', 'BANYAN', 187, 60, 19) +
      s.at(120, 54, s.feather(), 1.35) +
      s.line('M5 70h92M143 70h90', 1) +
      text('cinzel', 'HERITAGE', 51, 87, 10, { track: 0.2 }) +
      text('cinzel', 'HOTELS', 188, 87, 10, { track: 0.2 }),
  },
  {
    name: 'V, Veda Academy',
    draw: () =>
      s.at(
        120,
        58,
        ring(52, 3) +
          ring(47, 0.9) +
          text('cormorant', 'V', 0, 26, 76) +
          s.at(
            0,
            26,
            s.fill('M-38-3H38V13H-38z', ' fill="#fff"') +
              s.fill('M-62-2l8 8-8 8H62l-8-8 8-8z') +
              `<g fill="#fff">${text('josefin', 'VEDA ACADEMY', 0, 10.4, 11.5, { track: 0.14 })}</g>`,
          ),
      ),
  },
  {
    name: 'Sundara Baths & Spa',
    draw: () =>
      s.at(120, 32, s.lotus(), 1.05) +
      text('script', 'Sundara', 120, 91, 52) +
      text('josefinLight', 'BATHS & SPA', 120, 112, 10.5, { track: 0.42 }),
  },
];

export const markFile = (index: number) => `mark-${String(index + 1).padStart(2, '0')}.svg`;

/** One mark as a file of its own, one ink on nothing. */
export function markSvg(index: number): string {
  const mark = marks[index];
  if (!mark) throw new RangeError(`No mark ${index}: there are ${marks.length}`);
  const drawn = mark.draw();
  const root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120" width="240" height="120"';
  if (!drawn.includes('#fff')) return `${root} fill="#1c1b1a">${drawn}</svg>\n`;
  // Knocked-out parts let the ground through, so that the mark is of one ink on whatever ground it is put.
  const mask = drawn.replaceAll('#fff', '#000').replaceAll('#1c1b1a', '#fff');
  return `${root}><mask id="m"><g fill="#fff">${mask}</g></mask><path mask="url(#m)" d="M0 0h240v120H0z" fill="#1c1b1a"/></svg>\n`;
}
