import type { Product } from './product';

/** Machines with a seat. */
export const classics: readonly Product[] = [
  {
    id: 'CL-01',
    name: 'Heritage Workhorse',
    category: 'classic',
    highlights: [
      'Pulls a four-share plough from dawn to dusk without a fuss',
      'Every bolt can be reached with the tools under the seat',
      'A canvas roof for long days in the sun',
    ],
    variants: [
      { sku: 'CL-01-GR', name: 'Verdant Field', color: '#6b8e23' },
      { sku: 'CL-01-GY', name: 'Stormy Sky', color: '#708090' },
    ],
  },
  {
    id: 'CL-02',
    name: 'Falcon Crest Farm',
    category: 'classic',
    highlights: [
      'Easy to climb onto, easy to turn, easy to like',
      'A roll bar that means it',
      'Runs for two shifts on one tank',
    ],
    variants: [{ sku: 'CL-02-BL', name: 'Cerulean Classic', color: '#007ba7' }],
  },
  {
    id: 'CL-03',
    name: 'Falcon Crest Work',
    category: 'classic',
    highlights: [
      'Light enough for wet meadows',
      'The bent pipe keeps smoke out of the hay',
      'Three gears, and you will need two',
    ],
    variants: [
      { sku: 'CL-03-GR', name: 'Meadow Green', color: '#7cfc00' },
      { sku: 'CL-03-PI', name: 'Rustic Rose', color: '#b50018' },
      { sku: 'CL-03-YE', name: 'Harvest Gold', color: '#da9100' },
    ],
  },
  {
    id: 'CL-04',
    name: 'Broadfield Majestic',
    category: 'classic',
    highlights: [
      'A quiet cab with a view over both shoulders',
      'Front weights for the heavy plough',
      'Wheels that leave the headland as they found it',
    ],
    variants: [
      { sku: 'CL-04-BL', name: 'Oceanic Blue', color: '#0040a6' },
      { sku: 'CL-04-RD', name: 'Rustic Crimson', color: '#7b3f00' },
      { sku: 'CL-04-TQ', name: 'Aqua Green', color: '#00b298' },
    ],
  },
  {
    id: 'CL-05',
    name: 'Countryside Commander',
    category: 'classic',
    highlights: [
      'Heating, a radio and a shelf for sandwiches',
      'A stripe that says you have arrived',
      'Turns within its own length, nearly',
    ],
    variants: [
      { sku: 'CL-05-PT', name: 'Pacific Teal', color: '#479da8' },
      { sku: 'CL-05-RD', name: 'Barn Red', color: '#7c0a02' },
    ],
  },
  {
    id: 'CL-06',
    name: 'Danamark Steadfast',
    category: 'classic',
    highlights: [
      'A nose like a steam engine and a heart like one',
      'Narrow front axle for row crops',
      'Starts in January at the first try',
    ],
    variants: [
      { sku: 'CL-06-MT', name: 'Emerald Forest', color: '#46f5bb' },
      { sku: 'CL-06-YE', name: 'Golden Wheat', color: '#faaf3f' },
    ],
  },
  {
    id: 'CL-07',
    name: 'Greenland Rover',
    category: 'classic',
    highlights: [
      'Shade above, steady pull below',
      'High clearance for stony ground',
      'The spare parts fit its father, too',
    ],
    variants: [
      { sku: 'CL-07-GR', name: 'Forest Fern', color: '#2ea250' },
      { sku: 'CL-07-YE', name: 'Autumn Amber', color: '#ffbf00' },
    ],
  },
  {
    id: 'CL-08',
    name: 'Holland Hamster',
    category: 'classic',
    highlights: [
      'Made for dykes, polders and narrow bridges',
      'Exhaust below, tulips above',
      'So compact that it sleeps in a garden shed',
    ],
    variants: [
      { sku: 'CL-08-GR', name: 'Polder Green', color: '#c2b280' },
      { sku: 'CL-08-PI', name: 'Tulip Magenta', color: '#d65282' },
    ],
  },
  {
    id: 'CL-09',
    name: 'TerraFirma Veneto',
    category: 'classic',
    highlights: [
      'Terraces are its home: it never slips',
      'A cab with windows to the floor',
      'Six-speed box, smooth as olive oil',
    ],
    variants: [
      { sku: 'CL-09-BL', name: 'Adriatic Blue', color: '#2f6ea3' },
      { sku: 'CL-09-GR', name: 'Tuscan Green', color: '#518b2b' },
    ],
  },
  {
    id: 'CL-10',
    name: 'Global Gallant',
    category: 'classic',
    highlights: [
      'Sold on five continents, mended on all of them',
      'Big rear wheels for soft sand',
      'A seat that forgives the road',
    ],
    variants: [
      { sku: 'CL-10-SD', name: 'Sahara Dawn', color: '#b8a875' },
      { sku: 'CL-10-VI', name: 'Violet Vintage', color: '#8a2be2' },
    ],
  },
  {
    id: 'CL-11',
    name: 'Scandinavia Sower',
    category: 'classic',
    highlights: [
      'Built for short summers and long evenings',
      'Studded tread for frozen mornings',
      'Iron rims that outlive their owner',
    ],
    variants: [
      { sku: 'CL-11-SK', name: 'Baltic Blue', color: '#95c1f4' },
      { sku: 'CL-11-YE', name: 'Nordic Gold', color: '#ffd700' },
    ],
  },
  {
    id: 'CL-12',
    name: 'Celerity Cruiser',
    category: 'classic',
    highlights: [
      'The fastest way from yard to field',
      'A roof that stays on at full speed',
      'Twin stripes, single purpose',
    ],
    variants: [
      { sku: 'CL-12-BL', name: 'Velocity Blue', color: '#1e90ff' },
      { sku: 'CL-12-RD', name: 'Rally Red', color: '#ed2939' },
    ],
  },
  {
    id: 'CL-13',
    name: 'Rapid Racer',
    category: 'classic',
    highlights: [
      'Winner of every village race since 1958',
      'Low pipe, low seat, low lap times',
      'Still ploughs, if you insist',
    ],
    variants: [
      { sku: 'CL-13-BL', name: 'Speedway Blue', color: '#2679a6' },
      { sku: 'CL-13-RD', name: 'Raceway Red', color: '#cf1020' },
    ],
  },
  {
    id: 'CL-14',
    name: 'Caribbean Cruiser',
    category: 'classic',
    highlights: [
      'Salt air does not trouble its paint',
      'Wide wheels for the beach road',
      'A cushion that dries in ten minutes',
    ],
    variants: [
      { sku: 'CL-14-GR', name: 'Emerald Grove', color: '#57ae13' },
      { sku: 'CL-14-RD', name: 'Ruby Fields', color: '#cd2b1e' },
    ],
  },
  {
    id: 'CL-15',
    name: 'Fieldmaster Classic',
    category: 'classic',
    highlights: [
      'The one from your picture book',
      'Simple, honest, repaired with a hammer',
      'Fits every implement in the barn',
    ],
    variants: [
      { sku: 'CL-15-PI', name: 'Vintage Pink', color: '#e1949e' },
      { sku: 'CL-15-SD', name: 'Sahara Dust', color: '#dec78c' },
    ],
  },
];
