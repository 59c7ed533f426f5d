import { type Colour, darker, lighter, mix } from './colours';
import { circle, drawing, el, gradient, group, line, n, path, rect } from './svg';
import { wheel } from './wheel';

/** What tells one autonomous model from another. */
export interface AutonomousModel {
  shell: 'pod' | 'wedge' | 'deck' | 'tall';
  drive: 'wheels' | 'tracks' | 'mixed';
  /** On its back. */
  carries: 'nothing' | 'solar' | 'tank';
  mast: boolean;
  light: Colour;
}

const GROUND = 268;
const SHELL_DARK = '#20262b';

const SHELLS: Record<AutonomousModel['shell'], { body: string; visor: string; seam: string; top: number }> = {
  pod: {
    body: 'M62 186Q54 128 118 108Q190 88 264 104Q338 120 350 178Q352 196 336 198H76Q64 198 62 186Z',
    visor: 'M276 118Q326 128 338 168Q338 176 328 176H300Q282 152 276 118Z',
    seam: 'M84 160Q176 142 292 158',
    top: 96,
  },
  wedge: {
    body: 'M54 190L74 122Q78 110 92 108L226 98Q240 98 252 106L352 168Q360 174 358 184L354 196Q352 200 346 200H62Q52 200 54 190Z',
    visor: 'M262 118L340 168Q344 172 338 174L296 176L250 124Z',
    seam: 'M76 150L262 146L330 182',
    top: 100,
  },
  deck: {
    body: 'M52 176Q52 148 78 146L150 142L176 116Q182 110 192 110H292Q304 110 312 120L344 162Q352 172 350 190Q350 200 340 200H66Q52 200 52 188Z',
    visor: 'M252 122H286Q296 122 302 130L328 164Q330 170 322 170H262Q252 170 252 160Z',
    seam: 'M62 170H232',
    top: 108,
  },
  tall: {
    body: 'M66 158Q64 92 132 84L262 82Q330 86 342 142Q346 168 328 170H84Q66 170 66 158Z',
    visor: 'M272 96Q316 104 326 142Q326 150 316 150H292Q276 126 272 96Z',
    seam: 'M84 130Q180 116 280 128',
    top: 80,
  },
};

const track = (x: number, width: number, colour: Colour): string => {
  const top = GROUND - 62;
  const wheels = Math.max(2, Math.round(width / 44));
  const step = (width - 56) / (wheels - 1);
  const treads = Array.from({ length: Math.floor((width - 24) / 13) }, (_, index) =>
    rect(x + 8 + index * 13, GROUND - 4, 8, 6, '#15191b', { rx: 2 }),
  );
  return group(
    {},
    ...treads,
    path(
      `M${n(x + 40)} ${top}H${n(x + width - 40)}L${n(x + width)} ${GROUND - 24}Q${n(x + width + 2)} ${GROUND} ${n(x + width - 24)} ${GROUND}H${n(x + 24)}Q${n(x - 2)} ${GROUND} ${n(x)} ${GROUND - 24}Z`,
      '#23282b',
    ),
    path(
      `M${n(x + 44)} ${top + 9}H${n(x + width - 44)}L${n(x + width - 12)} ${GROUND - 26}Q${n(x + width - 12)} ${GROUND - 9} ${n(x + width - 28)} ${GROUND - 9}H${n(x + 28)}Q${n(x + 12)} ${GROUND - 9} ${n(x + 12)} ${GROUND - 26}Z`,
      '#14181a',
    ),
    ...Array.from({ length: wheels }, (_, index) =>
      group(
        {},
        circle(x + 28 + index * step, GROUND - 24, 15, mix(colour, '#4b5459', 0.55)),
        circle(x + 28 + index * step, GROUND - 24, 6, '#1b1f21'),
      ),
    ),
    circle(x + width / 2, top + 20, 9, mix(colour, '#4b5459', 0.4)),
  );
};

const DRIVES: Record<AutonomousModel['drive'], (colour: Colour) => string> = {
  wheels: (colour) =>
    wheel({ cx: 118, cy: GROUND - 52, r: 52, rim: mix(colour, '#3a4247', 0.35), holes: 8 }) +
    wheel({ cx: 296, cy: GROUND - 52, r: 52, rim: mix(colour, '#3a4247', 0.35), holes: 8 }),
  tracks: (colour) => track(56, 300, colour),
  mixed: (colour) =>
    track(44, 170, colour) + wheel({ cx: 300, cy: GROUND - 48, r: 48, rim: mix(colour, '#3a4247', 0.35), holes: 8 }),
};

const solar = (top: number): string =>
  group(
    {},
    line(`M120 ${top + 18}V${top - 8}M226 ${top + 12}V${top - 14}`, SHELL_DARK, 6),
    path(`M76 ${top - 6}L250 ${top - 22}L266 ${top - 14}L92 ${top + 4}Z`, '#1d3350'),
    ...[0, 1, 2, 3, 4, 5].map((index) =>
      line(`M${n(100 + index * 27)} ${n(top - 8 - index * 2.5)}l14 8`, '#6fa3d8', 1.6, { opacity: 0.8 }),
    ),
    line(`M76 ${top - 6}L250 ${top - 22}`, '#8fb9e4', 2.4),
  );

const tank = (top: number, colour: Colour): string =>
  group(
    {},
    rect(98, top - 30, 118, 48, '#dbe3df', { rx: 22, stroke: '#9aa8a4', 'stroke-width': 2 }),
    rect(98, top - 6, 118, 24, '#cfd8d4', { rx: 12, opacity: 0.8 }),
    rect(126, top - 30, 9, 48, mix(colour, '#ffffff', 0.2)),
    rect(178, top - 30, 9, 48, mix(colour, '#ffffff', 0.2)),
    rect(148, top - 38, 20, 10, SHELL_DARK, { rx: 3 }),
  );

const mast = (top: number, light: Colour): string =>
  group(
    {},
    line(`M242 ${top + 14}V${top - 40}`, SHELL_DARK, 5),
    el('ellipse', { cx: 242, cy: top - 46, rx: 15, ry: 9, fill: SHELL_DARK }),
    rect(229, top - 48, 26, 4, light, { rx: 2 }),
    circle(242, top - 58, 3, light),
  );

/** Legs of a machine that stands high above the crop. */
const legs = (): string =>
  line('M118 160V214M296 160V214', SHELL_DARK, 22) + line('M118 166V206M296 166V206', '#4b5459', 6);

/** A tractor without a driver, in one colour, seen from its right. */
export function autonomousTractor(
  { shell, drive, carries, mast: hasMast, light }: AutonomousModel,
  colour: Colour,
): string {
  const { body, visor, seam, top } = SHELLS[shell];
  const glow = `M${shell === 'tall' ? 80 : 66} ${shell === 'tall' ? 156 : 186}H196`;
  return drawing(
    400,
    300,
    el(
      'defs',
      {},
      gradient('paint', [
        [0, lighter(colour, 0.4)],
        [0.45, colour],
        [1, darker(colour, 0.34)],
      ]),
      gradient('visor', [
        [0, '#3b4a55'],
        [1, '#0f1519'],
      ]),
    ),
    el('ellipse', { cx: 206, cy: GROUND, rx: 172, ry: 9, fill: '#1b1a12', opacity: 0.16 }),
    group({ transform: 'translate(14 -4)', opacity: 0.55 }, DRIVES[drive]('#20262b')),
    shell === 'tall' ? legs() : path('M84 190H330V216H84Z', SHELL_DARK),
    carries === 'tank' ? tank(top, colour) : '',
    hasMast ? mast(top, light) : '',
    path(body, 'url(#paint)'),
    el('clipPath', { id: 'body' }, path(body, '#000')),
    group(
      { 'clip-path': 'url(#body)' },
      rect(40, 178, 330, 30, darker(colour, 0.55), { opacity: 0.5 }),
      line(seam, darker(colour, 0.5), 2.4, { opacity: 0.7 }),
      ...[0, 1, 2].map((index) => rect(104 + index * 18, 160, 10, 16, darker(colour, 0.55), { rx: 4, opacity: 0.75 })),
    ),
    path(visor, 'url(#visor)'),
    path(visor, '#ffffff', { opacity: 0.12, transform: 'translate(-4 -3)' }),
    circle(304, 150, 6, '#0b0f12'),
    circle(304, 150, 3, light),
    shell === 'deck'
      ? ''
      : line(`M${shell === 'wedge' ? 96 : 104} ${top + 26}Q180 ${top + 12} 246 ${top + 20}`, lighter(colour, 0.75), 4, {
          opacity: 0.7,
        }),
    line(glow, light, 4),
    line(glow, light, 10, { opacity: 0.25 }),
    carries === 'solar' ? solar(top) : '',
    DRIVES[drive](colour),
  );
}
