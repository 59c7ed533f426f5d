/* Facts of the specification about sectors and products. The content, which has a copy of its own, must agree with them. */

export const SECTORS = [
  {
    slug: 'industrial-manufacturing',
    heading: 'Industrial & Manufacturing',
    services: ['Uniform Packaging', 'Logo Embroidery'],
    roles: [
      'Production floor operators',
      'Welders',
      'Maintenance',
      'Quality/lab technicians',
      'Warehouse',
      'Supervisors',
      'Executives',
      'Outdoor/cold zone staff',
    ],
  },
  {
    slug: 'hospitality-resorts',
    heading: 'Hospitality & Resorts',
    services: ['Uniform Packaging', 'Logo Embroidery', 'Accessories'],
    roles: ['Chefs', 'Management', 'House keeping', 'Gardening', 'F&B', 'Boat crews', 'Pool side'],
  },
  {
    slug: 'retail-brand-spaces',
    heading: 'Retail & Corporate',
    services: ['Uniform Packaging', 'Logo Embroidery', 'Accessories'],
    roles: ['Floor staff', 'Pool side', 'Corporate executives', 'Guest relations', 'Event crew', 'Managers'],
  },
  {
    slug: 'government-police-defense',
    heading: 'Government, Police & Defense',
    services: ['Uniform Packaging', 'Logo Embroidery', 'Accessories'],
    roles: [
      'Infantry',
      'Officer class',
      'Parade/ceremonial',
      'Traffic and patrol police',
      'Special ops',
      'Administration',
    ],
  },
  {
    slug: 'corporate-admin',
    heading: 'Aviation',
    services: ['Uniform Packaging', 'Logo Embroidery', 'Accessories'],
    roles: ['Cabin crew', 'Lounge and hospitality', 'Pilots', 'Ground staff', 'F&B and in-flight', 'Airport security'],
  },
  {
    slug: 'healthcare-clinics-wellness',
    heading: 'Healthcare, Clinics & Wellness',
    services: ['Uniform Packaging', 'Logo Embroidery'],
    roles: ['Doctors', 'Lab technicians', 'Nurses', 'OT staff', 'Reception and admin', 'Patients wear'],
  },
  {
    slug: 'educational-institutions',
    heading: 'Educational Institutions',
    services: ['Uniform Packaging', 'Logo Embroidery', 'Accessories'],
    roles: ['Primary', 'Middle', 'Sports', 'Kindergarten', 'High school', 'Higher education', 'Rainwear'],
  },
] as const;

export const SECTOR_ROUTES = SECTORS.map(({ slug }) => `/product/${slug}`);

/** Slugs of products with the generic page. */
export const DETAILS = [
  'bed-linens',
  'roller-blinds',
  'curtains',
  'bathroom-furnishing',
  'uniform-packaging',
  'logo-embroidery',
  'accessories',
  'sachets',
] as const;

export const FURNISHINGS_ROUTES = [
  '/product/bed-linens',
  '/product/pillows-cushions',
  '/product/roller-blinds',
  '/product/curtains',
  '/product/bathroom-furnishing',
];

export const MERCHANDISE_ROUTES = [
  '/product/uniform-packaging',
  '/product/logo-embroidery',
  '/product/accessories',
  '/product/sachets',
];

/** Sections of a sector's page after banner, introduction and roles. */
export const SECTOR_SECTIONS = [
  'Our Process From Concept to Comfort',
  'Get In Touch',
  'Merchandising & Add-On Services',
  'Our Esteemed Clients',
  'Our Process: From Sketch to Stitch',
] as const;

export const CONCEPT_STEPS = [
  'Research',
  'Inspiration',
  'Mapping',
  'Mood Boarding',
  'Motifs',
  'Design Sheets',
  'Sampling',
];

export const SKETCH_STEPS = [
  'Brand requirement',
  'Product design',
  'Sampling and product dev',
  'Forecasting',
  'Manufacturing',
  'Warehousing and shipping',
  'Delivery',
];

/** Tabs of the furnishings page, with the tiles of each. */
export const FURNISHINGS_TABS: Readonly<Record<string, readonly string[]>> = {
  'Bedding and Linen': ['Bedsheets', 'Comforters', 'Pillows', 'Duvets', 'Mattress Toppers'],
  'Bath Essentials': ['Towels', 'Bath Mats', 'Robes', 'Face Towels', 'Hotel Slippers'],
  'Curtains and Upholstery': ['Custom Curtains', 'Sheers', 'Sofa Fabrics', 'Blinds'],
  'Branded Customization': ['Throw Pillows', 'Table Runners', 'Cushion Covers', 'Sofa', 'Upholstered Chair'],
  'Tailored Decor': ['Outdoor Upholstery', 'Waterproof By-the-Pool Furnishings'],
};

export const FURNISHINGS_STEPS = [
  'Space & Brand Assessment',
  'Concept/Design Development',
  'Prototyping & Refinement',
  'Delivery & Installation',
];
