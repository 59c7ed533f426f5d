import type { SectorSlug } from './slugs';

/** What the specification fixes: content that says otherwise does not build. */
export const SECTOR_TITLES: Record<SectorSlug, string> = {
  'industrial-manufacturing': 'Industrial & Manufacturing',
  'hospitality-resorts': 'Hospitality & Resorts',
  'retail-brand-spaces': 'Retail & Corporate',
  'government-police-defense': 'Government, Police & Defense',
  'corporate-admin': 'Aviation',
  'healthcare-clinics-wellness': 'Healthcare, Clinics & Wellness',
  'educational-institutions': 'Educational Institutions',
};

export const SECTOR_ROLES: Record<SectorSlug, readonly string[]> = {
  'industrial-manufacturing': [
    'Production floor operators',
    'Welders',
    'Maintenance',
    'Quality/lab technicians',
    'Warehouse',
    'Supervisors',
    'Executives',
    'Outdoor/cold zone staff',
  ],
  'hospitality-resorts': ['Chefs', 'Management', 'House keeping', 'Gardening', 'F&B', 'Boat crews', 'Pool side'],
  'retail-brand-spaces': [
    'Floor staff',
    'Pool side',
    'Corporate executives',
    'Guest relations',
    'Event crew',
    'Managers',
  ],
  'government-police-defense': [
    'Infantry',
    'Officer class',
    'Parade/ceremonial',
    'Traffic and patrol police',
    'Special ops',
    'Administration',
  ],
  'corporate-admin': [
    'Cabin crew',
    'Lounge and hospitality',
    'Pilots',
    'Ground staff',
    'F&B and in-flight',
    'Airport security',
  ],
  'healthcare-clinics-wellness': [
    'Doctors',
    'Lab technicians',
    'Nurses',
    'OT staff',
    'Reception and admin',
    'Patients wear',
  ],
  'educational-institutions': [
    'Primary',
    'Middle',
    'Sports',
    'Kindergarten',
    'High school',
    'Higher education',
    'Rainwear',
  ],
};

/** Sectors whose add-on services include accessories such as belts, ties and badges. */
export const SECTORS_WITH_ACCESSORIES: readonly SectorSlug[] = [
  'hospitality-resorts',
  'educational-institutions',
  'retail-brand-spaces',
  'corporate-admin',
  'government-police-defense',
];

export const PROCESS_STEPS = [
  'Research',
  'Inspiration',
  'Mapping',
  'Mood Boarding',
  'Motifs',
  'Design Sheets',
  'Sampling',
] as const;

export const SKETCH_STEPS = [
  'Brand requirement',
  'Product design',
  'Sampling and product dev',
  'Forecasting',
  'Manufacturing',
  'Warehousing and shipping',
  'Delivery',
] as const;

/** Tabs of the products page and where their tiles lead, in order. */
export const PRODUCT_TABS = [
  {
    label: 'Uniforms',
    slugs: [
      'industrial-manufacturing',
      'hospitality-resorts',
      'retail-brand-spaces',
      'government-police-defense',
      'corporate-admin',
      'healthcare-clinics-wellness',
      'educational-institutions',
    ],
  },
  {
    label: 'Furnishings',
    slugs: ['bed-linens', 'pillows-cushions', 'roller-blinds', 'curtains', 'bathroom-furnishing'],
  },
  { label: 'Merchandise', slugs: ['uniform-packaging', 'logo-embroidery', 'accessories', 'sachets'] },
] as const;
