/** A link of the frame. */
export interface FrameLink {
  label: string;
  href: string;
}

/** Left and right of the products menu, in the order in which they are read. */
export const NAV_LINKS: { before: FrameLink[]; products: FrameLink; after: FrameLink[] } = {
  before: [
    { label: 'Home', href: '/' },
    { label: 'About Us', href: '/about-us' },
  ],
  products: { label: 'Our Products', href: '/product' },
  after: [
    { label: 'Design Studio', href: '/design-studio' },
    { label: 'Our Projects', href: '/project' },
    { label: 'Blog', href: '/blog' },
    { label: 'Contact', href: '/contact' },
  ],
};

export const FURNISHINGS_HREF = '/ambience-and-harmony';

export const INDUSTRIES: FrameLink[] = [
  { label: 'Industrial & Manufacturing', href: '/product/industrial-manufacturing' },
  { label: 'Hospitality & Resorts', href: '/product/hospitality-resorts' },
  { label: 'Retail & Corporate', href: '/product/retail-brand-spaces' },
  { label: 'Government, Police & Defense', href: '/product/government-police-defense' },
  { label: 'Aviation', href: '/product/corporate-admin' },
  { label: 'Healthcare, Clinics & Wellness', href: '/product/healthcare-clinics-wellness' },
  { label: 'Educational Institutions', href: '/product/educational-institutions' },
];

export const FURNISHINGS: FrameLink[] = [
  'Bed Linens',
  'Pillows/Cushions',
  'Curtains',
  'Roller Blinds',
  'Bathroom Furnishings',
].map((label) => ({ label, href: FURNISHINGS_HREF }));

export const QUICK_LINKS: FrameLink[] = [
  { label: 'Home', href: '/' },
  { label: 'About Us', href: '/about-us' },
  { label: 'Design Studio', href: '/design-studio' },
  { label: 'Our Projects', href: '/project' },
  { label: 'Blogs', href: '/blog' },
  { label: 'Contact Us', href: '/contact' },
];

/** Ways on from a page that is not there. */
export const LOST_LINKS: FrameLink[] = [
  { label: 'Our Products', href: '/product' },
  { label: 'Design Studio', href: '/design-studio' },
  { label: 'Courses', href: '/courses' },
  { label: 'Contact', href: '/contact' },
];
