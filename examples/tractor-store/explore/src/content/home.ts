/** What the front page says. */
export const home = {
  title: 'The Tractor Store',
  heading: 'Machines for every kind of field',
  text: 'Twenty-three tractors, forty-seven colours, four teams. Pick yours and drive it home from a store nearby.',
  teasers: [
    {
      title: 'Classics',
      text: 'Iron, oil and a seat with a view.',
      href: '/products/classic',
      scene: 'scene-classic',
      sku: 'CL-01-GR',
    },
    {
      title: 'Autonomous',
      text: 'They know the way, even at night.',
      href: '/products/autonomous',
      scene: 'scene-autonomous',
      sku: 'AU-05-ZH',
    },
  ],
  /** Recommendations are made for these. */
  skus: ['CL-01-GY', 'AU-07-MT'],
} as const;
