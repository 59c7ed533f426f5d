import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const require = createRequire(import.meta.url);

/** The faces whose letterforms the pictures draw, by a short name: package, weight and style. */
const faces = {
  mono: 'dm-mono/files/dm-mono-latin-400-normal.woff',
  monoBold: 'dm-mono/files/dm-mono-latin-500-normal.woff',
  fraunces: 'fraunces/files/fraunces-latin-600-normal.woff',
  frauncesLight: 'fraunces/files/fraunces-latin-300-normal.woff',
  frauncesItalic: 'fraunces/files/fraunces-latin-400-italic.woff',
  cormorant: 'cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff',
  cormorantItalic: 'cormorant-garamond/files/cormorant-garamond-latin-500-italic.woff',
  josefin: 'josefin-sans/files/josefin-sans-latin-600-normal.woff',
  josefinLight: 'josefin-sans/files/josefin-sans-latin-300-normal.woff',
  cinzel: 'cinzel/files/cinzel-latin-500-normal.woff',
  poiret: 'poiret-one/files/poiret-one-latin-400-normal.woff',
  abril: 'abril-fatface/files/abril-fatface-latin-400-normal.woff',
  syncopate: 'syncopate/files/syncopate-latin-700-normal.woff',
  oswald: 'oswald/files/oswald-latin-600-normal.woff',
  limelight: 'limelight/files/limelight-latin-400-normal.woff',
  yatra: 'yatra-one/files/yatra-one-latin-400-normal.woff',
  zilla: 'zilla-slab/files/zilla-slab-latin-600-normal.woff',
  script: 'great-vibes/files/great-vibes-latin-400-normal.woff',
  graduate: 'graduate/files/graduate-latin-400-normal.woff',
  federo: 'federo/files/federo-latin-400-normal.woff',
} as const;

export type Face = keyof typeof faces;

export type LetteringOptions = {
  /** Baseline start, middle or end (per `anchor`), in picture units. */
  x?: number;
  y?: number;
  /** Em size in picture units. */
  size: number;
  anchor?: 'start' | 'middle' | 'end';
  /** Extra space after each letter, in em. */
  track?: number;
  /** Digits kept after the point; 1 is enough from 10 units up. */
  digits?: number;
};

const loaded = new Map<Face, opentype.Font>();

function font(face: Face): opentype.Font {
  const known = loaded.get(face);
  if (known) return known;
  const bytes = readFileSync(require.resolve(`@fontsource/${faces[face]}`));
  const parsed = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  loaded.set(face, parsed);
  return parsed;
}

/** Width of a line in picture units, without the space after its last letter. */
export function lineWidth(face: Face, text: string, size: number, track = 0): number {
  const f = font(face);
  let width = 0;
  let previous: opentype.Glyph | undefined;
  for (const glyph of f.stringToGlyphs(text)) {
    if (previous) width += (f.getKerningValue(previous, glyph) * size) / f.unitsPerEm + track * size;
    width += ((glyph.advanceWidth ?? 0) * size) / f.unitsPerEm;
    previous = glyph;
  }
  return width;
}

/** Relative path data; curves flatter than a fifth of a unit become lines and steps too small to see are dropped. */
function compact(commands: opentype.PathCommand[], digits: number): string {
  const unit = 10 ** digits;
  const round = (value: number) => Math.round(value * unit) / unit;
  const join = (...values: number[]) =>
    values
      .map((value, i) => {
        const text = String(round(value) || 0).replace(/^(-?)0\./, '$1.');
        return i === 0 || text.startsWith('-') ? text : ` ${text}`;
      })
      .join('');
  let x = 0;
  let y = 0;
  let data = '';
  for (const command of commands) {
    if (command.type === 'Z') {
      data += 'z';
      continue;
    }
    const dx = round(command.x - x);
    const dy = round(command.y - y);
    if (command.type === 'M') data += `M${join(command.x, command.y)}`;
    else if (Math.abs(dx) + Math.abs(dy) < 2.5 / unit && commands.length > 12) continue;
    else if (command.type === 'L') data += `l${join(dx, dy)}`;
    else if (command.type === 'Q') {
      const bulge = Math.abs((command.x1 - x) * dy - (command.y1 - y) * dx) / Math.hypot(dx, dy);
      data += bulge < 2 / unit ? `l${join(dx, dy)}` : `q${join(command.x1 - x, command.y1 - y, dx, dy)}`;
    } else data += `c${join(command.x1 - x, command.y1 - y, command.x2 - x, command.y2 - y, dx, dy)}`;
    x = command.type === 'M' ? round(command.x) : round(x + dx);
    y = command.type === 'M' ? round(command.y) : round(y + dy);
  }
  return data;
}

/** Outlines of one line of text as path data, so that a picture needs no font where it is shown. */
export function lettering(face: Face, text: string, options: LetteringOptions): string {
  const { size, x = 0, y = 0, anchor = 'start', track = 0, digits = 1 } = options;
  const f = font(face);
  const width = anchor === 'start' ? 0 : lineWidth(face, text, size, track);
  let pen = x - (anchor === 'middle' ? width / 2 : width);
  let previous: opentype.Glyph | undefined;
  let data = '';
  for (const glyph of f.stringToGlyphs(text)) {
    if (previous) pen += (f.getKerningValue(previous, glyph) * size) / f.unitsPerEm + track * size;
    data += compact(glyph.getPath(pen, y, size).commands, digits);
    pen += ((glyph.advanceWidth ?? 0) * size) / f.unitsPerEm;
    previous = glyph;
  }
  return data;
}

/** Letters along a circle about the origin, each turned into place. `middle`: the line's middle in degrees, 0 at the top. */
export function aroundCircle(
  face: Face,
  text: string,
  radius: number,
  size: number,
  track = 0.08,
  inside = false,
  middle = inside ? 180 : 0,
): string {
  const direction = inside ? -1 : 1;
  const total = lineWidth(face, text, size, track);
  let along = -total / 2;
  return [...text]
    .map((letter) => {
      const width = lineWidth(face, letter, size);
      const angle = middle + (direction * ((along + width / 2) / radius) * 180) / Math.PI;
      along += width + track * size;
      const y = inside ? radius : -radius;
      const turn = inside ? angle - 180 : angle;
      const d = lettering(face, letter, { size, anchor: 'middle', y, digits: 2 });
      return d && `<path transform="rotate(${turn.toFixed(1)})" d="${d}"/>`;
    })
    .join('');
}
