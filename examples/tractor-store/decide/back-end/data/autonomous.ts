import type { Product } from './product';

/** Machines that drive themselves. */
export const autonomous: readonly Product[] = [
  {
    id: 'AU-01',
    name: 'TerraFirma AutoCultivator T-300',
    category: 'autonomous',
    highlights: [
      'Finds its way by satellite, to the width of a hand',
      'Tracks press the ground less than a footstep',
      'Stops for hares, and for nothing else',
    ],
    variants: [{ sku: 'AU-01-SI', name: 'Silver', color: '#c0c0c0' }],
  },
  {
    id: 'AU-02',
    name: 'SmartFarm Titan',
    category: 'autonomous',
    highlights: [
      'The panel on its back pays for the night shift',
      'Sees weeds before they know that they are weeds',
      'Four driven wheels, four steered ones',
    ],
    variants: [
      { sku: 'AU-02-OG', name: 'Sunset Copper', color: '#dd5219' },
      { sku: 'AU-02-BL', name: 'Cosmic Sapphire', color: '#2a52be' },
      { sku: 'AU-02-GG', name: 'Verdant Shadow', color: '#005a04' },
    ],
  },
  {
    id: 'AU-03',
    name: 'FutureHarvest Navigator',
    category: 'autonomous',
    highlights: [
      'Maps a field while it works on it',
      'Turns on the spot at the end of a row',
      'Measures water, nitrogen and patience',
    ],
    variants: [
      { sku: 'AU-03-TQ', name: 'Turquoise Titan', color: '#169fb8' },
      { sku: 'AU-03-PL', name: 'Majestic Violet', color: '#9b5fc0' },
      { sku: 'AU-03-RD', name: 'Scarlet Dynamo', color: '#ff2400' },
      { sku: 'AU-03-YE', name: 'Sunbeam Yellow', color: '#faad00' },
    ],
  },
  {
    id: 'AU-04',
    name: 'Sapphire Sunworker 460R',
    category: 'autonomous',
    highlights: [
      "A tank for a day's spraying, drop by drop",
      'Works in fog, at night and on Sundays',
      'Swaps its battery by itself',
    ],
    variants: [
      { sku: 'AU-04-RD', name: 'Ruby Red', color: '#9b111e' },
      { sku: 'AU-04-BK', name: 'Midnight Onyx', color: '#353839' },
    ],
  },
  {
    id: 'AU-05',
    name: 'EcoGrow Crop Commander',
    category: 'autonomous',
    highlights: [
      'Stands above the crop and touches none of it',
      'Picks what is ripe and leaves what is not',
      'Folds its legs to pass the gate',
    ],
    variants: [{ sku: 'AU-05-ZH', name: 'Zestful Horizon', color: '#ffa07a' }],
  },
  {
    id: 'AU-06',
    name: 'FarmFleet Sovereign',
    category: 'autonomous',
    highlights: [
      'Tracks behind, wheels in front: it goes anywhere',
      'One app for the whole fleet',
      'Calls you only when it matters',
    ],
    variants: [
      { sku: 'AU-06-CZ', name: 'Canary Zenith', color: '#ffd700' },
      { sku: 'AU-06-MT', name: 'Minted Jade', color: '#628882' },
    ],
  },
  {
    id: 'AU-07',
    name: 'Verde Voyager',
    category: 'autonomous',
    highlights: [
      'Drives on sunlight from March to October',
      'Whispers past the bedroom window',
      'Counts its plants, and reports each one',
    ],
    variants: [
      { sku: 'AU-07-MT', name: 'Glacial Mint', color: '#afdbd2' },
      { sku: 'AU-07-YE', name: 'Sunbeam Yellow', color: '#ffda03' },
    ],
  },
  {
    id: 'AU-08',
    name: 'Field Pioneer',
    category: 'autonomous',
    highlights: [
      'The first to be let out onto unknown ground',
      'Three sensors for every decision',
      'White, so that the owls can see it',
    ],
    variants: [{ sku: 'AU-08-WH', name: 'Polar White', color: '#e8e8e8' }],
  },
];
