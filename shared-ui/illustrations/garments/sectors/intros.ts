import { colour, dye } from '../../core/palette';
import { cloth } from '../../core/textures';
import { specOf } from '../outfit-of';
import type { Sector } from '../outfits/all';
import type { Intro } from './intro';

/** The detail sheet of each sector. Coordinates are those of the finished sheet, 900 by 1100. */
export const introOf: Record<Sector, Intro> = {
  industrial: {
    outfit: specOf('industrial', 'warehouse'),
    at: [440, 300, 2.3],
    ground: { color: '#D9C9A2', surface: 'grid' },
    calls: [
      { to: [548, 492], from: [770, 420], text: ['TWO-WAY RADIO', 'LOOP BAR-TACKED'], end: true },
      { to: [300, 784], from: [120, 900], text: ['50 MM TAPE', 'CLASS 2'] },
    ],
    glass: { cloth: cloth(dye.flare, 'mesh'), at: [740, 930], text: ['WARP-KNIT MESH', '120 G/M2'] },
    swatches: [cloth(dye.flare, 'mesh'), cloth(dye.silver, 'mesh')],
    pinned: [740, 70],
  },
  hospitality: {
    outfit: specOf('hospitality', 'chefs'),
    at: [450, 330, 2.2],
    ground: { color: '#8E3A2A', surface: 'cloth' },
    calls: [],
    glass: { cloth: cloth(dye.white, 'houndstooth', dye.charcoal), at: [740, 930], text: ['HOUNDSTOOTH', '210 G/M2'] },
    swatches: [cloth(dye.madder, 'dots', dye.white)],
    pinned: [740, 70],
  },
  education: {
    outfit: specOf('education', 'high-school'),
    at: [450, 300, 2.6],
    ground: { color: '#E5D3B4', surface: 'dots' },
    calls: [],
    glass: { cloth: cloth(dye.navy, 'twill'), at: [740, 930], text: ['WOOL TWILL', '280 G/M2'] },
    swatches: [cloth(dye.madder, 'stripe', dye.navy)],
    pinned: [740, 70],
  },
  retail: {
    outfit: specOf('retail', 'guest-relations'),
    at: [450, 250, 2.6],
    ground: { color: '#E4CDBB', surface: 'cloth' },
    calls: [],
    glass: { cloth: cloth('#7A2A3E', 'sprig', '#E2A72E', '#F0D896'), at: [740, 930], text: ['BROCADE', '140 G/M2'] },
    swatches: [cloth('#C98A2B', 'brocade', '#F0D896')],
    pinned: [740, 70],
  },
  aviation: {
    outfit: specOf('aviation', 'pilots'),
    at: [450, 300, 2.3],
    ground: { color: '#9DB6C9', surface: 'dots' },
    calls: [],
    glass: { cloth: cloth(dye.navy, 'twill'), at: [740, 930], text: ['WOOL BLEND', '260 G/M2'] },
    swatches: [cloth(dye.navy, 'twill')],
    pinned: [740, 70],
  },
  healthcare: {
    outfit: specOf('healthcare', 'nurses'),
    at: [450, 280, 2.5],
    ground: { color: '#C9D8CD', surface: 'grid' },
    calls: [],
    glass: { cloth: cloth('#3C7C92', 'twill'), at: [740, 930], text: ['POLY COTTON', '165 G/M2'] },
    swatches: [cloth('#3C7C92', 'twill')],
    pinned: [740, 70],
  },
  government: {
    outfit: specOf('government', 'officer-class'),
    at: [450, 320, 2.2],
    ground: { color: '#CFC49C', surface: 'kraft' },
    calls: [],
    glass: { cloth: cloth('#6A6B45', 'twill'), at: [740, 930], text: ['BARATHEA', '300 G/M2'] },
    swatches: [cloth(colour.brass)],
    pinned: [740, 70],
  },
};
